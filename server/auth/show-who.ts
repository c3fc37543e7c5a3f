import { auditFailedSignIn } from '#server/audit/failed-sign-in.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { hasVerifiedFactor } from '#server/db/factors.ts';
import type { SessionRow } from '#server/db/sessions.ts';
import { lockUser, type UserRow } from '#server/db/users.ts';

import { AuthError } from './auth-error.ts';
import { limitShowing } from './auth-limits.ts';
import { confirmSession } from './confirm-session.ts';
import { logSignIn } from './log-sign-in.ts';
import { noteEvent } from './note-event.ts';
import { takeOneTimeToken } from './one-time-token.ts';
import { isPassword } from './passwords.ts';
import { unshownSteps } from './session-life.ts';
import type { Visitor } from './visitor.ts';

/** Verifies the password of a signed-in user and records a wrong one. Do not call it inside a transaction. */
export async function isPasswordOf(
  context: Context,
  user: UserRow,
  password: string,
  from: Visitor,
): Promise<boolean> {
  const isRight = await isPassword(password, user.passwordHash, context.config.passwordHashing);
  logSignIn(context, { outcome: isRight ? 'passed' : 'failed', method: 'password', user: user.id });
  if (isRight) return true;
  await noteEvent(context, context.db, { user, kind: 'sign_in_failed', from });
  await auditFailedSignIn(context, user.id, from.address);
  return false;
}

/** Consumes the code that `reauthenticate` mailed, in the caller's transaction. */
export async function isMailedCode(
  context: Context,
  tx: Db,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  code: string,
): Promise<boolean> {
  const taken = await takeOneTimeToken(context, tx, { email, code }, ['reauthentication']);
  const isRight = taken?.user.id === id;
  logSignIn(context, { outcome: isRight ? 'passed' : 'failed', method: 'otp', user: id });
  return isRight;
}

type Given = { nonce?: string | undefined; current_password?: string | undefined };

type Asked = { user: UserRow; session: SessionRow; from: Visitor };

/**
 * Requires the first factor by password, by mailed code (the caller consumes it) or by recent authentication, and a
 * recent second factor where the user has one. Do not call it inside a transaction. Throws AuthError
 * 'invalid_credentials', 'reauthentication_needed', 'over_request_rate_limit'.
 */
export async function askWho(context: Context, asked: Asked, given: Given): Promise<void> {
  const { user, session, from } = asked;
  const { nonce, current_password: password } = given;
  const now = context.realNow();
  if (nonce || password) await limitShowing(context, user.id, from.address);
  if (password && !(await isPasswordOf(context, user, password, from))) {
    throw new AuthError('invalid_credentials');
  }
  const unshown = unshownSteps(session, await hasVerifiedFactor(context.db, user.id), now);
  if (!password && !nonce && unshown.includes('first')) throw new AuthError('reauthentication_needed');
  if (!unshown.includes('second')) return;
  if (password) await confirmFirst(context, asked);
  throw new AuthError('reauthentication_needed');
}

/** Records the correct password, so that only the second factor is still missing. */
const confirmFirst = (context: Context, { user, session }: Asked): Promise<void> =>
  context.db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await confirmSession(context, tx, session.id, 'password');
  });
