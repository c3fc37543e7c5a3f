import type { Context as Call } from 'hono';

import { logSignIn } from '#server/audit/log-sign-in.ts';
import { hasVerifiedFactor } from '#server/auth/queries/factors.ts';
import type { SessionWithFactor } from '#server/auth/queries/sessions.ts';
import { lockUser, type UserRow, findUser } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import { AuthError } from './auth-error.ts';
import { limitReauthentication, limitMails } from './auth-rate-limits.ts';
import { requireFullSession } from './authenticate.ts';
import { type ClientInfo, getClientInfo } from './client-info.ts';
import { consumeOneTimeToken, queueOneTimeMail } from './one-time-links.ts';
import { verifyPassword } from './passwords.ts';
import { recordFailedSignIn, recordSecurityEvent } from './record-security-event.ts';
import { missingFactors } from './session-validity.ts';
import { confirmSession } from './sessions.ts';
import { transactionWithMail } from './transaction-with-mail.ts';

/** GET reauthenticate: mails a six-digit code with which the user reauthenticates. */
export async function sendReauthenticationCode(context: Context, call: Call): Promise<Response> {
  const session = await requireFullSession(context, call);
  const user = await findUser(context.db, session.userId);
  if (!user) throw new AuthError('session_not_found');
  await limitMails(context, 'reauthenticate', user.email, getClientInfo(call).address);
  await transactionWithMail(context, async (tx) => {
    const lockedUser = await lockUser(tx, user.id);
    if (!lockedUser) throw new AuthError('session_not_found');
    await queueOneTimeMail(context, tx, {
      userId: user.id,
      email: lockedUser.email,
      type: 'reauthentication',
      buildMail: ({ code }) => ({ kind: 'confirmation_code', code }),
    });
  });
  return call.json({});
}

/** Verifies the password of a signed-in user and records a wrong one. Do not call it inside a transaction. */
export async function verifyUserPassword(
  context: Context,
  user: UserRow,
  password: string,
  client: ClientInfo,
): Promise<boolean> {
  const isCorrect = await verifyPassword(password, user.passwordHash, context.config.passwordHashing);
  logSignIn(context, { outcome: isCorrect ? 'passed' : 'failed', method: 'password', user: user.id });
  if (isCorrect) return true;
  await recordSecurityEvent(context, context.db, { user, kind: 'sign_in_failed', client });
  await recordFailedSignIn(context, user.id, client.address);
  return false;
}

/** Consumes the code that `reauthenticate` mailed, in the caller's transaction. */
export async function consumeMailedCode(
  context: Context,
  tx: Db,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  code: string,
): Promise<boolean> {
  const consumed = await consumeOneTimeToken(context, tx, { email, code }, ['reauthentication']);
  const isCorrect = consumed?.user.id === id;
  logSignIn(context, { outcome: isCorrect ? 'passed' : 'failed', method: 'otp', user: id });
  return isCorrect;
}

type ReauthenticationInput = { nonce?: string | undefined; current_password?: string | undefined };
type ReauthenticationSubject = { user: UserRow; session: SessionWithFactor; client: ClientInfo };

/**
 * Requires the first factor by password, by mailed code (the caller consumes it) or by recent authentication, and a
 * recent second factor where the user has one. Do not call it inside a transaction. Throws AuthError
 * 'invalid_credentials', 'reauthentication_needed', 'over_request_rate_limit'.
 */
export async function requireReauthentication(
  context: Context,
  { user, session, client }: ReauthenticationSubject,
  { nonce, current_password: password }: ReauthenticationInput,
): Promise<void> {
  if (nonce || password) await limitReauthentication(context, user.id, client.address);
  if (password && !(await verifyUserPassword(context, user, password, client))) {
    throw new AuthError('invalid_credentials');
  }
  const missing = missingFactors(session, await hasVerifiedFactor(context.db, user.id), context.realNow());
  if (!password && !nonce && missing.includes('first')) throw new AuthError('reauthentication_needed');
  if (!missing.includes('second')) return;
  // Records the correct password, so that only the second factor is still missing.
  if (password)
    await context.db.transaction(async (tx) => {
      await lockUser(tx, user.id);
      await confirmSession(context, tx, session.id, 'password');
    });
  throw new AuthError('reauthentication_needed');
}
