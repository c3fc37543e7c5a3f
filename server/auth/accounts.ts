import { randomUUID } from 'node:crypto';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { insertIdentity, type IdentityRow } from '#server/db/identities.ts';
import { findUserByEmail, insertUser, type UserRow } from '#server/db/users.ts';

import { AuthError } from './auth-error.ts';
import { refuseKnownPassword } from './common-passwords.ts';
import { emailFrom } from './email-address.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';

export type Account = { user: UserRow; identity: IdentityRow };
/** `password: null`: the user signs in with a sign-in link. */
export type WantedAccount = { email: string; password: string | null };

/** Throws AuthError: 'email_address_invalid', 'weak_password', 'user_already_exists', 'over_request_rate_limit'. */
export async function createAccount(context: Context, wanted: WantedAccount): Promise<UserRow> {
  const account = await accountFrom(context, wanted);
  await context.db.transaction((tx) => insertAccount(tx, account));
  return account.user;
}

/** Validates the input without using the database. Returns the email address in its stored form. */
export function checkedEmail(context: Context, wanted: WantedAccount): string {
  const email = emailFrom(wanted.email);
  if (!email) throw new AuthError('email_address_invalid');
  if (wanted.password !== null) refuseWeakPassword(wanted.password, context.config.minPassword);
  return email;
}

/** Builds the rows of a new account. Hashes the password: do not call it inside a transaction. */
export async function accountFrom(context: Context, wanted: WantedAccount): Promise<Account> {
  const email = checkedEmail(context, wanted);
  if (wanted.password !== null) await refuseKnownPassword(context.config, wanted.password, email);
  if (await findUserByEmail(context.db, email)) throw new AuthError('user_already_exists');
  const passwordHash =
    wanted.password === null ? null : await hashPassword(wanted.password, context.config.passwordHashing);
  const id = randomUUID();
  const now = context.realNow();
  const times = { createdAt: now, updatedAt: now, lastSignInAt: null };
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
      ...times,
    },
    identity: {
      id: randomUUID(),
      userId: id,
      provider: 'email',
      providerId: id,
      data: { sub: id, email, email_verified: false },
      ...times,
    },
  };
}

/** Runs in the caller's transaction. Throws AuthError 'user_already_exists'. */
export async function insertAccount(tx: Db, account: Account): Promise<void> {
  if (!(await insertUser(tx, account.user))) throw new AuthError('user_already_exists');
  await insertIdentity(tx, account.identity);
}
