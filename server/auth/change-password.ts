import { randomUUID } from 'node:crypto';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { insertIdentityIfMissing } from '#server/db/identities.ts';
import { deleteOneTimeTokens } from '#server/db/one-time-tokens.ts';
import { revokeUserSessions, type SessionRow } from '#server/db/sessions.ts';
import { updateUserFields, type UserRow } from '#server/db/users.ts';

import { AuthError } from './auth-error.ts';
import { recordSecurityEvent } from './note-event.ts';
import { ONE_TIME_TYPES } from './one-time-token.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { ClientInfo } from './visitor.ts';

/** Tokens of this type stay valid: they only confirm the email address. */
const UNAFFECTED_TOKEN_TYPE = 'signup';

/** Hashes the password: do not call it inside a transaction. Throws AuthError 'same_password'. */
export async function hashNewPassword({ config }: Context, user: UserRow, password: string): Promise<string> {
  if (user.passwordHash !== null && (await verifyPassword(password, user.passwordHash, config.passwordHashing))) {
    throw new AuthError('same_password');
  }
  return hashPassword(password, config.passwordHashing);
}

type PasswordChange = { user: UserRow; session: SessionRow; passwordHash: string; client: ClientInfo };

/**
 * Changes the password, ends the user's other sessions and cancels pending tokens and email changes, which an attacker
 * may have requested. Runs in the caller's transaction, which locks the user's row.
 */
export async function changePassword(
  context: Context,
  tx: Db,
  { user, session, passwordHash, client }: PasswordChange,
): Promise<void> {
  const now = context.realNow();
  await updateUserFields(tx, user.id, { passwordHash, newEmail: null }, now);
  await deleteOneTimeTokens(
    tx,
    user.id,
    ONE_TIME_TYPES.filter((type) => type !== UNAFFECTED_TOKEN_TYPE),
  );
  await revokeUserSessions(tx, user.id, session.id, now);
  // A user who signed up with an identity provider can use email and password from now on.
  await insertIdentityIfMissing(tx, {
    id: randomUUID(),
    userId: user.id,
    provider: 'email',
    providerId: user.id,
    data: { sub: user.id, email: user.email, email_verified: user.emailConfirmedAt !== null },
    createdAt: now,
    updatedAt: now,
    lastSignInAt: null,
  });
  await recordSecurityEvent(context, tx, { user, kind: 'password_changed', client });
}
