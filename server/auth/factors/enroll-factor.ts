import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { FACTOR_TYPES, MAX_FACTORS, MAX_NAME_LENGTH } from '#domain/account.ts';
import { deleteUnverifiedFactors, insertFactor, listFactors, type FactorRow } from '#server/auth/queries/factors.ts';
import { lockUser, type UserRow } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import { normalizePhone } from '#server/core/normalize-contact.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { canReadMail } from '#server/email/mail-transport.ts';

import { AuthError } from '../auth-error.ts';
import { readBody } from '../read-auth-body.ts';
import { requireConfirmedSession } from '../require-session.ts';
import { getSignInOptions } from '../sign-in-options.ts';
import { newTotpSecret, createTotpEnrollment } from './totp.ts';

/**
 * Requires a confirmed email address: otherwise a stranger could register an address and lock its owner out with a
 * second factor. Where no mail is sent, confirmation is impossible and not required.
 */
export const mayEnrollFactor = (context: Context, user: Pick<UserRow, 'emailConfirmedAt'>): boolean =>
  user.emailConfirmedAt !== null || !canReadMail(context);

/** Unverified factors are deleted after this time. */
const UNVERIFIED_TTL_MS = 3600_000;

const EnrollBody = z.object({
  factor_type: z.enum(FACTOR_TYPES),
  friendly_name: z.string().trim().min(1).max(MAX_NAME_LENGTH),
  /** Ignored: TOTP apps show our own issuer name. */
  issuer: z.string().max(200).nullish(),
  phone: z.string().max(40).nullish(),
});

/** POST factors: enrolls a factor, which counts once it is verified. */
export async function enrollFactor(context: Context, call: Call): Promise<Response> {
  const session = await requireConfirmedSession(context, call);
  const body = await readBody(call, EnrollBody);
  const secret = body.factor_type === 'totp' ? newTotpSecret() : null;
  const base = buildFactor(context, session.userId);
  const factor: FactorRow = {
    ...base,
    type: body.factor_type,
    friendlyName: body.friendly_name,
    sealedSecret: secret === null ? null : context.secrets.seal(secret, SEALED_CELLS.factorSecret(base.id)),
    phone: body.factor_type === 'phone' ? validatePhone(context, body.phone) : null,
  };
  const email = await saveFactor(context, factor);
  return call.json({
    id: factor.id,
    type: factor.type,
    friendly_name: factor.friendlyName,
    ...(secret === null ? {} : { totp: createTotpEnrollment(secret, email) }),
    ...(factor.phone === null ? {} : { phone: factor.phone }),
  });
}

/** Saves the factor and returns the email address of its user. */
function saveFactor(context: Context, factor: FactorRow): Promise<string> {
  const { userId, friendlyName, createdAt } = factor;
  const before = new Date(createdAt.getTime() - UNVERIFIED_TTL_MS);
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AuthError('user_not_found');
    if (!mayEnrollFactor(context, user)) throw new AuthError('email_not_confirmed');
    await deleteUnverifiedFactors(tx, userId, { before, friendlyName });
    const existing = await listFactors(tx, userId);
    if (existing.length >= MAX_FACTORS) throw new AuthError('too_many_enrolled_mfa_factors');
    if (!(await insertFactor(tx, factor))) throw new AuthError('mfa_factor_name_conflict');
    return user.email;
  });
}

function validatePhone(context: Context, input: string | null | undefined): string {
  if (!getSignInOptions(context).phone) throw new AuthError('mfa_phone_enroll_not_enabled');
  const phone = normalizePhone(input ?? '');
  if (!phone) throw new AuthError('validation_failed', { message: PHONE_FORMAT_MESSAGE });
  return phone;
}

const PHONE_FORMAT_MESSAGE = 'Please write the number with its country, as +49 151 12345678.';

function buildFactor(context: Context, userId: string) {
  const now = context.realNow();
  return {
    id: randomUUID(),
    userId,
    status: 'unverified' as const,
    lastPeriod: null,
    webauthn: null,
    createdAt: now,
    updatedAt: now,
    lastUsedAt: null,
  };
}
