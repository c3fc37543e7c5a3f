import { randomUUID } from 'node:crypto';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { deleteOneTimeTokens, listTokensForPhone } from '#server/db/one-time-tokens.ts';
import { lockUser, updateUserFields, type UserRow } from '#server/db/users.ts';

import { AuthError, WRONG_DIGITS } from './auth-error.ts';
import { CHALLENGE_MS } from './factors/challenge-life.ts';
import { limitMessages } from './factors/factor-limits.ts';
import { noteEvent } from './note-event.ts';
import { findAskingSession, newOneTimeToken, takeOneTimeToken } from './one-time-token.ts';
import { phoneFrom } from './phone-number.ts';
import { signInOptions } from './sign-in-options.ts';
import { sendSmsCode } from './sms-code.ts';
import type { Visitor } from './visitor.ts';

const PHONE_CHANGE = 'phone_change';

/**
 * Returns the number in E.164 form if a code may be sent to it now. Do not call it inside a transaction. Throws
 * AuthError 'validation_failed', 'mfa_phone_enroll_not_enabled', 'over_sms_send_rate_limit'.
 */
export async function checkedNewPhone(context: Context, userId: string, given: string): Promise<string> {
  if (!signInOptions(context).phone) throw new AuthError('mfa_phone_enroll_not_enabled');
  const phone = phoneFrom(given);
  if (!phone) {
    throw new AuthError('validation_failed', {
      message: 'Please write the number with its country, as +49 151 12345678.',
    });
  }
  await limitMessages(context, userId, phone);
  return phone;
}

type NewPhone = { userId: string; phone: string; sessionId: string };

/**
 * Sends a code to the new number and notifies the user by mail, in the caller's transaction. Does not reveal whether
 * another account has the number: only the owner of the phone can find out. Wake `outbox` after the commit.
 */
export async function askPhoneChange(
  context: Context,
  tx: Db,
  user: UserRow,
  { phone, sessionId, from }: { phone: string; sessionId: string; from: Visitor },
): Promise<void> {
  await sendPhoneCode(context, tx, { userId: user.id, phone, sessionId });
  await noteEvent(context, tx, { user, kind: 'phone_change_asked', from, detail: endingOf(phone) });
}

const endingOf = (phone: string): string => `ending in ${phone.slice(-4)}`;

async function sendPhoneCode(
  context: Context,
  tx: Db,
  { userId, phone, sessionId }: NewPhone,
): Promise<void> {
  const wanted = { userId, email: phone, type: PHONE_CHANGE, data: { phone, sessionId } } as const;
  const { code } = await newOneTimeToken(context, tx, wanted);
  await sendSmsCode(context, tx, { id: randomUUID(), phone, code });
}

/** Resends the code to each live session that is confirming this number. Do not call it inside a transaction. */
export async function askPhoneChangeAgain(context: Context, phone: string): Promise<void> {
  const waiting = await listTokensForPhone(context.db, PHONE_CHANGE, phone);
  for (const row of waiting) {
    const session = await findAskingSession(context, context.db, row);
    if (!session) continue;
    const { userId, id: sessionId } = session;
    await limitMessages(context, userId, phone);
    await context.db.transaction(async (tx) => {
      if (await lockUser(tx, userId)) await sendPhoneCode(context, tx, { userId, phone, sessionId });
    });
  }
}

/**
 * Stores the number as confirmed, in the caller's transaction. Throws AuthError 'otp_expired' for a wrong, used or
 * expired code, and the unique violation of the database when another account has the number.
 */
export async function agreePhoneChange(
  context: Context,
  tx: Db,
  { phone, code, from }: { phone: string; code: string; from: Visitor },
): Promise<void> {
  const taken = await takeOneTimeToken(context, tx, { email: phone, code }, [PHONE_CHANGE]);
  const now = context.realNow();
  const isLate = taken && now.getTime() - taken.row.createdAt.getTime() > CHALLENGE_MS;
  if (!taken || isLate) throw new AuthError('otp_expired', { message: WRONG_DIGITS });
  await updateUserFields(tx, taken.user.id, { phone, phoneConfirmedAt: now }, now);
  await noteEvent(context, tx, {
    user: taken.user,
    kind: 'phone_changed',
    from,
    detail: endingOf(phone),
  });
}

/** Removes the user's number and any pending change, in the caller's transaction. */
export async function removePhone(context: Context, tx: Db, user: UserRow, from: Visitor): Promise<void> {
  await deleteOneTimeTokens(tx, user.id, [PHONE_CHANGE]);
  if (user.phone === null) return;
  await updateUserFields(tx, user.id, { phone: null, phoneConfirmedAt: null }, context.realNow());
  await noteEvent(context, tx, { user, kind: 'phone_changed', from });
}
