import { randomUUID } from 'node:crypto';

import { authDetailMessages } from '#content/messages/auth-details.ts';
import { deleteOneTimeTokens, listTokensForPhone } from '#server/auth/queries/one-time-tokens.ts';
import { lockUser, updateUserFields, type UserRow } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import { normalizePhone } from '../core/normalize-contact.ts';
import { AuthError, INVALID_CODE_MESSAGE } from './auth-error.ts';
import { limitSms } from './auth-rate-limits.ts';
import { CHALLENGE_MS } from './challenges.ts';
import type { ClientInfo } from './client-info.ts';
import { findRequestingSession, createOneTimeToken, consumeOneTimeToken, queueSmsCode } from './one-time-links.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { getSignInOptions } from './sign-in-options.ts';

const PHONE_CHANGE = 'phone_change';

/** Returns the number in E.164 form. Throws AuthError 'validation_failed', 'mfa_phone_enroll_not_enabled'. */
export function validatePhone(context: Context, input: string): string {
  if (!getSignInOptions(context).phone) throw new AuthError('mfa_phone_enroll_not_enabled');
  const phone = normalizePhone(input);
  if (phone) return phone;
  throw new AuthError('validation_failed', {
    message: authDetailMessages.phoneFormat,
  });
}

/**
 * Sends a code to the new number and notifies the user by mail, in the caller's transaction. Does not reveal whether
 * another account has the number: only the owner of the phone can find out. Wake `outbox` after the commit.
 */
export async function requestPhoneChange(
  context: Context,
  tx: Db,
  user: UserRow,
  { phone, sessionId, client }: { phone: string; sessionId: string; client: ClientInfo },
): Promise<void> {
  await sendPhoneCode(context, tx, { userId: user.id, phone, sessionId });
  await recordSecurityEvent(context, tx, { user, kind: 'phone_change_requested', client, detail: maskPhone(phone) });
}

const maskPhone = (phone: string): string => `ending in ${phone.slice(-4)}`;

async function sendPhoneCode(
  context: Context,
  tx: Db,
  { userId, phone, sessionId }: { userId: string; phone: string; sessionId: string },
): Promise<void> {
  const tokenInput = { userId, email: phone, type: PHONE_CHANGE, data: { phone, sessionId } } as const;
  const { code } = await createOneTimeToken(context, tx, tokenInput);
  await queueSmsCode(context, tx, { id: randomUUID(), phone, code });
}

/** Resends the code to each live session that is confirming this number. Do not call it inside a transaction. */
export async function resendPhoneChangeCode(context: Context, phone: string): Promise<void> {
  const pendingTokens = await listTokensForPhone(context.db, PHONE_CHANGE, phone);
  for (const row of pendingTokens) {
    const session = await findRequestingSession(context, context.db, row);
    if (!session) continue;
    const { userId, id: sessionId } = session;
    await limitSms(context, userId, phone);
    await context.db.transaction(async (tx) => {
      if (await lockUser(tx, userId)) await sendPhoneCode(context, tx, { userId, phone, sessionId });
    });
  }
}

/**
 * Stores the number as confirmed, in the caller's transaction. Throws AuthError 'otp_expired' for a wrong, used or
 * expired code, and the unique violation of the database when another account has the number.
 */
export async function confirmPhoneChange(
  context: Context,
  tx: Db,
  { phone, code, client }: { phone: string; code: string; client: ClientInfo },
): Promise<void> {
  const consumed = await consumeOneTimeToken(context, tx, { email: phone, code }, [PHONE_CHANGE]);
  const now = context.realNow();
  const isExpired = consumed && now.getTime() - consumed.row.createdAt.getTime() > CHALLENGE_MS;
  if (!consumed || isExpired) throw new AuthError('otp_expired', { message: INVALID_CODE_MESSAGE });
  const { user } = consumed;
  await updateUserFields(tx, user.id, { phone, phoneConfirmedAt: now }, now);
  await recordSecurityEvent(context, tx, { user, kind: 'phone_changed', client, detail: maskPhone(phone) });
}

/** Removes the user's number and any pending change, in the caller's transaction. */
export async function removePhone(context: Context, tx: Db, user: UserRow, client: ClientInfo): Promise<void> {
  await deleteOneTimeTokens(tx, user.id, [PHONE_CHANGE]);
  if (user.phone === null) return;
  await updateUserFields(tx, user.id, { phone: null, phoneConfirmedAt: null }, context.realNow());
  await recordSecurityEvent(context, tx, { user, kind: 'phone_changed', client });
}
