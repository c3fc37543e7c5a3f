import { randomUUID } from 'node:crypto';

import { insertIdentity, type IdentityRow } from '#server/auth/queries/identities.ts';
import { findUserByEmail, insertUser, type UserRow } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import { normalizeEmail } from '../core/normalize-contact.ts';
import { AuthError } from './auth-error.ts';
import { assertPasswordNotCommon, hashPassword, assertPasswordLength } from './passwords.ts';

export type Account = { user: UserRow; identity: IdentityRow };
/** `password: null`: the user signs in with a sign-in link. */
export type AccountInput = { email: string; password: string | null };

/** Throws AuthError: 'email_address_invalid', 'weak_password', 'user_already_exists', 'over_request_rate_limit'. */
export async function createAccount(context: Context, input: AccountInput): Promise<UserRow> {
  const account = await buildAccount(context, input);
  await context.db.transaction((tx) => insertAccount(tx, account));
  return account.user;
}

/** Validates the input without using the database. Returns the email address in its stored form. */
export function validateAccountInput(context: Context, input: AccountInput): string {
  const email = normalizeEmail(input.email);
  if (!email) throw new AuthError('email_address_invalid');
  if (input.password !== null) assertPasswordLength(input.password, context.config.minPassword);
  return email;
}

/** Builds the rows of a new account. Hashes the password: do not call it inside a transaction. */
export async function buildAccount(context: Context, input: AccountInput): Promise<Account> {
  const email = validateAccountInput(context, input);
  if (input.password !== null) await assertPasswordNotCommon(context.config, input.password, email);
  if (await findUserByEmail(context.db, email)) throw new AuthError('user_already_exists');
  const passwordHash =
    input.password === null ? null : await hashPassword(input.password, context.config.passwordHashing);
  const id = randomUUID();
  const now = context.realNow();
  const timestamps = { createdAt: now, updatedAt: now, lastSignInAt: null };
  return {
    user: {
      id,
      email,
      emailConfirmedAt: null,
      passwordHash,
      phone: null,
      phoneConfirmedAt: null,
      newEmail: null,
      metadata: {},
      deletedAt: null,
      ...timestamps,
    },
    identity: {
      id: randomUUID(),
      userId: id,
      provider: 'email',
      providerId: id,
      data: { sub: id, email, email_verified: false },
      ...timestamps,
    },
  };
}

/** Runs in the caller's transaction. Throws AuthError 'user_already_exists'. */
export async function insertAccount(tx: Db, account: Account): Promise<void> {
  if (!(await insertUser(tx, account.user))) throw new AuthError('user_already_exists');
  await insertIdentity(tx, account.identity);
}
