import type { Context as Call } from 'hono';
import { z } from 'zod';

import { insertEmailIdentity } from '#server/auth/queries/identities.ts';
import { findUserByEmail, insertUser, type UserRow } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import { normalizeEmail } from '../core/normalize-contact.ts';
import { AuthError } from './auth-error.ts';
import { limitSignUp } from './auth-rate-limits.ts';
import { checkCaptcha } from './captcha.ts';
import { getClientInfo } from './client-info.ts';
import { queueConfirmationMail } from './email-confirmation.ts';
import { assertPasswordNotCommon, hashPassword, assertPasswordLength } from './passwords.ts';
import { readBody, PKCE_FIELDS, parseRedirectPath, Security } from './read-auth-body.ts';
import { createSessionResponse } from './session-response.ts';
import { createSession } from './sessions.ts';
import { transactionWithMail } from './transaction-with-mail.ts';

/** `password: null`: the user signs in with a sign-in link. */
type AccountInput = { email: string; password: string | null };
type ValidAccount = { email: string; passwordHash: string | null };

/** Throws AuthError: 'email_address_invalid', 'weak_password', 'user_already_exists', 'over_request_rate_limit'. */
export async function createAccount(context: Context, input: AccountInput): Promise<UserRow> {
  const account = await validateAccount(context, input);
  return context.db.transaction((tx) => insertAccount(context, tx, account));
}

const SignUpBody = z.object({
  email: z.string(),
  password: z.string(),
  data: z.object({}).nullish(),
  gotrue_meta_security: Security,
  ...PKCE_FIELDS,
});

/** POST signup: creates an account and its first session in one transaction. */
export async function signUp(context: Context, call: Call): Promise<Response> {
  const body = await readBody(call, SignUpBody);
  const next = parseRedirectPath(call, context.config.appUrl);
  const email = validateAccountInput(context, body);
  const client = getClientInfo(call);
  await limitSignUp(context, email, client.address);
  await checkCaptcha(context, body.gotrue_meta_security, client);
  const account = await validateAccount(context, body);
  const issued = await transactionWithMail(context, async (tx) => {
    const user = await insertAccount(context, tx, account);
    await queueConfirmationMail(context, tx, user, next);
    return createSession(context, tx, user.id, { method: 'password', client, isNew: true });
  });
  return createSessionResponse(context, call, issued);
}

/** Validates the input without using the database. Returns the email address in its stored form. */
function validateAccountInput({ config }: Context, input: AccountInput): string {
  const email = normalizeEmail(input.email);
  if (!email) throw new AuthError('email_address_invalid');
  if (input.password !== null) assertPasswordLength(input.password, config.minPassword);
  return email;
}

/** Validates all of the input. Hashes the password: do not call it inside a transaction. */
async function validateAccount(context: Context, input: AccountInput): Promise<ValidAccount> {
  const { config, db } = context;
  const { password } = input;
  const email = validateAccountInput(context, input);
  if (password !== null) await assertPasswordNotCommon(config, password, email);
  if (await findUserByEmail(db, email)) throw new AuthError('user_already_exists');
  return { email, passwordHash: password === null ? null : await hashPassword(password, config.passwordHashing) };
}

/** Throws AuthError 'user_already_exists'. */
async function insertAccount({ realNow }: Context, tx: Db, account: ValidAccount): Promise<UserRow> {
  const now = realNow();
  const user = await insertUser(tx, { ...account, emailConfirmedAt: null, metadata: {} }, now);
  if (!user) throw new AuthError('user_already_exists');
  await insertEmailIdentity(tx, user, now);
  return user;
}
