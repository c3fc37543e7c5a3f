import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { FACTOR_TYPES, MAX_FACTORS, MAX_NAME_LENGTH } from '#domain/account.ts';
import {
  deleteFactor,
  deleteRecoveryCodes,
  deleteUnverifiedFactors,
  hasVerifiedFactor,
  insertFactor,
  listFactors,
  type FactorRow,
} from '#server/auth/queries/factors.ts';
import { lowerSessions } from '#server/auth/queries/sessions.ts';
import { lockUser, type UserRow } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { canReadMail } from '#server/email/mail-transport.ts';

import { AuthError } from '../auth-error.ts';
import { assertStepUp, requireStepUpSession, requireFullSession } from '../authenticate.ts';
import { validatePhone } from '../change-phone.ts';
import { getClientInfo, type ClientInfo } from '../client-info.ts';
import { assertEmptyBody, readBody } from '../read-auth-body.ts';
import { recordSecurityEvent } from '../record-security-event.ts';
import { transactionWithMail } from '../transaction-with-mail.ts';
import { findOwnFactor } from './challenge-factor.ts';
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
  const session = await requireStepUpSession(context, call);
  const body = await readBody(call, EnrollBody);
  const secret = body.factor_type === 'totp' ? newTotpSecret() : null;
  const id = randomUUID();
  const now = context.realNow();
  const factor: FactorRow = {
    id,
    userId: session.userId,
    type: body.factor_type,
    friendlyName: body.friendly_name,
    status: 'unverified',
    sealedSecret: secret === null ? null : context.secrets.seal(secret, SEALED_CELLS.factorSecret(id)),
    lastPeriod: null,
    phone: body.factor_type === 'phone' ? validatePhone(context, body.phone ?? '') : null,
    webauthn: null,
    createdAt: now,
    updatedAt: now,
    lastUsedAt: null,
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

/** DELETE factors/{id}. Removing the last factor ends two-factor authentication and deletes the recovery codes. */
export async function unenrollFactor(context: Context, call: Call): Promise<Response> {
  const session = await requireFullSession(context, call);
  const factor = await findOwnFactor(context, call, session);
  if (factor.status === 'verified') assertStepUp(context, session);
  await assertEmptyBody(call);
  await removeFactor(context, factor, getClientInfo(call));
  return call.json({ id: factor.id });
}

const removeFactor = (context: Context, factor: FactorRow, client: ClientInfo): Promise<void> =>
  transactionWithMail(context, async (tx) => {
    const user = await lockUser(tx, factor.userId);
    if (!user) throw new AuthError('user_not_found');
    const removed = await deleteFactor(tx, factor.id);
    if (!removed) throw new AuthError('mfa_factor_not_found');
    // A concurrent request has just verified the factor, so removing it needs reauthentication.
    if (removed.status !== factor.status) throw new AuthError('reauthentication_needed');
    if (removed.status === 'unverified') return;
    await recordSecurityEvent(context, tx, { user, kind: 'factor_removed', client, detail: factor.friendlyName });
    if (await hasVerifiedFactor(tx, user.id)) return;
    await deleteRecoveryCodes(tx, user.id);
    await lowerSessions(tx, user.id);
  });
