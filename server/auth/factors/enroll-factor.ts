import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { FACTOR_TYPES, MAX_FACTORS, MAX_NAME } from '#domain/account.ts';

import type { Context } from '#server/context.ts';
import { deleteHalfEnrolled, insertFactor, listFactors, type FactorRow } from '#server/db/factors.ts';
import { lockUser } from '#server/db/users.ts';

import { bodyOf } from '../auth-body.ts';
import { AuthError } from '../auth-error.ts';
import { confirmedSession } from '../current-session.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

import { phoneFrom } from '../phone-number.ts';
import { signInOptions } from '../sign-in-options.ts';
import { mayHaveSecondStep } from './may-have-second-step.ts';
import { newTotpSecret, totpSetUp } from './totp.ts';

/** Unverified factors are deleted after this time. */
const HALF_ENROLLED_MS = 3600_000;

const Enroll = z.object({
  factor_type: z.enum(FACTOR_TYPES),
  friendly_name: z.string().trim().min(1).max(MAX_NAME),
  /** Ignored: TOTP apps show our own issuer name. */
  issuer: z.string().max(200).nullish(),
  phone: z.string().max(40).nullish(),
});

/** POST factors: enrolls a factor, which counts once it is verified. */
export async function enrollFactor(context: Context, call: Call): Promise<Response> {
  const session = await confirmedSession(context, call);
  const wanted = await bodyOf(call, Enroll);
  const secret = wanted.factor_type === 'totp' ? newTotpSecret() : null;
  const fresh = newFactor(context, session.userId);
  const factor: FactorRow = {
    ...fresh,
    type: wanted.factor_type,
    friendlyName: wanted.friendly_name,
    sealedSecret: secret === null ? null : context.secrets.seal(secret, SEALED_CELLS.factorSecret(fresh.id)),
    phone: wanted.factor_type === 'phone' ? phoneOf(context, wanted.phone) : null,
  };
  const email = await keep(context, factor);
  return call.json({
    id: factor.id,
    type: factor.type,
    friendly_name: factor.friendlyName,
    ...(secret === null ? {} : { totp: totpSetUp(secret, email) }),
    ...(factor.phone === null ? {} : { phone: factor.phone }),
  });
}

/** Saves the factor and returns the email address of its user. */
function keep(context: Context, factor: FactorRow): Promise<string> {
  const { userId, friendlyName, createdAt } = factor;
  const before = new Date(createdAt.getTime() - HALF_ENROLLED_MS);
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AuthError('user_not_found');
    if (!mayHaveSecondStep(context, user)) throw new AuthError('email_not_confirmed');
    await deleteHalfEnrolled(tx, userId, { before, friendlyName });
    const held = await listFactors(tx, userId);
    if (held.length >= MAX_FACTORS) throw new AuthError('too_many_enrolled_mfa_factors');
    if (!(await insertFactor(tx, factor))) throw new AuthError('mfa_factor_name_conflict');
    return user.email;
  });
}

function phoneOf(context: Context, given: string | null | undefined): string {
  if (!signInOptions(context).phone) throw new AuthError('mfa_phone_enroll_not_enabled');
  const phone = phoneFrom(given ?? '');
  if (!phone) throw new AuthError('validation_failed', { message: PHONE_FORM });
  return phone;
}

const PHONE_FORM = 'Please write the number with its country, as +49 151 12345678.';

function newFactor(context: Context, userId: string) {
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
