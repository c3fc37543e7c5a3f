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

/** What a new one leaves as it is: links that only say whose mailbox it is. */
const OUTLIVES = 'signup';

/** Not to be called inside a transaction. Throws AuthError 'same_password'. */
export async function newPasswordHash({ config }: Context, user: UserRow, password: string): Promise<string> {
  if (user.passwordHash !== null && (await isPassword(password, user.passwordHash, config.passwordHashing))) {
    throw new AuthError('same_password');
  }
  return hashPassword(password, config.passwordHashing);
}

type Changed = { user: UserRow; session: SessionRow; passwordHash: string; from: Visitor };

/**
 * Every other session of the user ends, with every link and wish that might be somebody else's. For the caller's
 * transaction, which holds the user's row.
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
  // Whoever came by another site so far can come by address and password from now on.
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
