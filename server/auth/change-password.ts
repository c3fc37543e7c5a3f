import { randomUUID } from 'node:crypto';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { insertIdentityUnless } from '#server/db/identities.ts';
import { deleteOneTimeTokens } from '#server/db/one-time-tokens.ts';
import { updateSessionsRevoked, type SessionRow } from '#server/db/sessions.ts';
import { updateUserFields, type UserRow } from '#server/db/users.ts';

import { AuthError } from './auth-error.ts';
import { noteEvent } from './note-event.ts';
import { ONE_TIME_TYPES } from './one-time-token.ts';
import { hashPassword, isPassword } from './passwords.ts';
import type { Visitor } from './visitor.ts';

/** Tokens of this type stay valid: they only confirm the email address. */
const OUTLIVES = 'signup';

/** Hashes the password: do not call it inside a transaction. Throws AuthError 'same_password'. */
export async function newPasswordHash({ config }: Context, user: UserRow, password: string): Promise<string> {
  if (user.passwordHash !== null && (await isPassword(password, user.passwordHash, config.passwordHashing))) {
    throw new AuthError('same_password');
  }
  return hashPassword(password, config.passwordHashing);
}

type Changed = { user: UserRow; session: SessionRow; passwordHash: string; from: Visitor };

/**
 * Changes the password, ends the user's other sessions and cancels pending tokens and email changes, which an attacker
 * may have requested. Runs in the caller's transaction, which locks the user's row.
 */
export async function changePassword(
  context: Context,
  tx: Db,
  { user, session, passwordHash, from }: Changed,
): Promise<void> {
  const now = context.realNow();
  await updateUserFields(tx, user.id, { passwordHash, newEmail: null }, now);
  await deleteOneTimeTokens(
    tx,
    user.id,
    ONE_TIME_TYPES.filter((type) => type !== OUTLIVES),
  );
  await updateSessionsRevoked(tx, user.id, session.id, now);
  // A user who signed up with an identity provider can use email and password from now on.
  await insertIdentityUnless(tx, {
    id: randomUUID(),
    userId: user.id,
    provider: 'email',
    providerId: user.id,
    data: { sub: user.id, email: user.email, email_verified: user.emailConfirmedAt !== null },
    createdAt: now,
    updatedAt: now,
    lastSignInAt: null,
  });
  await noteEvent(context, tx, { user, kind: 'password_changed', from });
}
