import type { Context as Call } from 'hono';
import { z } from 'zod';

import { authDetailMessages } from '#content/messages/auth-details.ts';
import { MAX_NAME_LENGTH } from '#domain/account.ts';
import { cleanLine, countCharacters } from '#domain/text.ts';
import { insertEmailIdentity } from '#server/auth/queries/identities.ts';
import { deleteOneTimeTokens } from '#server/auth/queries/one-time-tokens.ts';
import { type SessionRow, type SessionWithFactor, revokeUserSessions } from '#server/auth/queries/sessions.ts';
import { findUser, lockUser, updateUserFields, type UserRow } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import { normalizeEmail } from '../core/normalize-contact.ts';
import { AuthError } from './auth-error.ts';
import { limitMails, limitSms, limitUserChanges } from './auth-rate-limits.ts';
import { requireFullSession } from './authenticate.ts';
import { requestEmailChange } from './change-email.ts';
import { requestPhoneChange, validatePhone, removePhone } from './change-phone.ts';
import { getClientInfo, type ClientInfo } from './client-info.ts';
import { hasConfirmedEmail } from './email-confirmation.ts';
import { ONE_TIME_TYPES } from './one-time-links.ts';
import { assertPasswordNotCommon, assertPasswordLength, hashPassword, verifyPassword } from './passwords.ts';
import { readBody, PKCE_FIELDS, parseRedirectPath } from './read-auth-body.ts';
import { requireReauthentication, consumeMailedCode } from './reauthentication.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { loadUserPayload } from './session-response.ts';
import { findLiveSession } from './session-validity.ts';
import { confirmSession } from './sessions.ts';
import { transactionWithMail } from './transaction-with-mail.ts';

/** Tokens of this type stay valid: they only confirm the email address. */
const UNAFFECTED_TOKEN_TYPE = 'signup';

/** Hashes the password: do not call it inside a transaction. Throws AuthError 'same_password'. */
async function hashNewPassword({ config }: Context, user: UserRow, password: string): Promise<string> {
  if (user.passwordHash !== null && (await verifyPassword(password, user.passwordHash, config.passwordHashing))) {
    throw new AuthError('same_password');
  }
  return hashPassword(password, config.passwordHashing);
}

/**
 * Changes the password, ends the user's other sessions and cancels pending tokens and email changes, which an attacker
 * may have requested. Runs in the caller's transaction, which locks the user's row.
 */
async function changePassword(
  context: Context,
  tx: Db,
  { user, session, client }: UpdateTarget,
  passwordHash: string,
): Promise<void> {
  const now = context.realNow();
  await updateUserFields(tx, user.id, { passwordHash, newEmail: null }, now);
  const cancelledTypes = ONE_TIME_TYPES.filter((type) => type !== UNAFFECTED_TOKEN_TYPE);
  await deleteOneTimeTokens(tx, user.id, cancelledTypes);
  await revokeUserSessions(tx, user.id, session.id, now);
  // A user who signed up with an identity provider can use email and password from now on.
  await insertEmailIdentity(tx, user, now);
  await recordSecurityEvent(context, tx, { user, kind: 'password_changed', client });
}

const UpdateUserBody = z.object({
  email: z.string().optional(),
  password: z.string().optional(),
  /** An empty string removes the number. */
  phone: z.string().max(40).optional(),
  data: z
    .object({
      name: z
        .string()
        .max(4 * MAX_NAME_LENGTH)
        .optional(),
    })
    .nullish(),
  nonce: z.string().max(64).optional(),
  current_password: z.string().max(1024).optional(),
  ...PKCE_FIELDS,
});

/** The requested changes. Undefined fields stay unchanged. */
type UserChange = {
  name: string | undefined;
  newEmail?: string | undefined;
  passwordHash?: string | undefined;
  /** An empty string removes the number. */
  newPhone?: string | undefined;
  /** Mailed code, consumed together with the change. */
  nonce?: string | undefined;
  /** How the request itself reauthenticates; absent when an earlier authentication is recent enough. */
  confirmedBy?: 'password' | 'otp' | undefined;
};

/** PUT user: changes the name directly, and password, email address and phone number after reauthentication. */
export async function updateUser(context: Context, call: Call): Promise<Response> {
  const body = await readBody(call, UpdateUserBody);
  const next = parseRedirectPath(call, context.config.appUrl);
  const session = await requireFullSession(context, call);
  const client = getClientInfo(call);
  const change = await validateChange(context, { session, client }, body);
  const user = await transactionWithMail(context, async (tx) => {
    const lockedUser = await lockSessionUser(context, tx, session);
    if (change.nonce && !(await consumeMailedCode(context, tx, lockedUser, change.nonce))) {
      throw new AuthError('reauthentication_not_valid');
    }
    if (change.confirmedBy) await confirmSession(context, tx, session.id, change.confirmedBy);
    await applyChange(context, tx, { user: lockedUser, session, client, next }, change);
    return findUser(tx, lockedUser.id);
  });
  if (!user) throw new AuthError('session_not_found');
  return call.json(await loadUserPayload(context, user));
}

/** Validates the request without changing anything. The order of the checks reveals as little as possible. */
async function validateChange(
  context: Context,
  { session, client }: { session: SessionWithFactor; client: ClientInfo },
  body: z.infer<typeof UpdateUserBody>,
): Promise<UserChange> {
  const { password, email, phone, nonce, data } = body;
  const newEmail = email === undefined ? undefined : normalizeEmail(email);
  if (newEmail === null) throw new AuthError('email_address_invalid');
  if (password !== undefined) assertPasswordLength(password, context.config.minPassword);
  const name = data?.name === undefined ? undefined : normalizeName(data.name);
  if (newEmail === undefined && password === undefined && phone === undefined) return { name };
  const user = await findUser(context.db, session.userId);
  if (!user) throw new AuthError('session_not_found');
  if (password !== undefined) await assertPasswordNotCommon(context.config, password, user.email);
  const isNewContact = newEmail !== undefined || Boolean(phone);
  if (isNewContact && !hasConfirmedEmail(context, user)) throw new AuthError('email_not_confirmed');
  await limitUserChanges(context, user.id);
  await requireReauthentication(context, { user, session, client }, body);
  if (newEmail !== undefined) await limitMails(context, 'email-change', newEmail, client.address);
  const newPhone = phone && validatePhone(context, phone);
  if (newPhone) await limitSms(context, user.id, newPhone);
  const passwordHash = password === undefined ? undefined : await hashNewPassword(context, user, password);
  const confirmedBy = body.current_password ? 'password' : nonce ? 'otp' : undefined;
  return { name, newEmail, newPhone, passwordHash, nonce, confirmedBy };
}

/** Returns the name in its stored form; an empty string removes it. */
function normalizeName(text: string): string {
  const name = text.trim().normalize('NFC');
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name) || countCharacters(name) > MAX_NAME_LENGTH) {
    throw new AuthError('validation_failed', {
      message: authDetailMessages.nameTooLong({ max: MAX_NAME_LENGTH }),
    });
  }
  return cleanLine(name);
}

/** Locks the user's row. Of two concurrent password changes, the second finds its session ended. */
async function lockSessionUser(context: Context, tx: Db, { id, userId }: SessionRow): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  if (!user || !(await findLiveSession(context, tx, id, userId))) throw new AuthError('session_not_found');
  return user;
}

type UpdateTarget = { user: UserRow; session: SessionRow; client: ClientInfo; next: string | null };

async function applyChange(context: Context, tx: Db, target: UpdateTarget, change: UserChange): Promise<void> {
  const { user, session, client, next } = target;
  const { name, newEmail, newPhone, passwordHash } = change;
  if (name !== undefined) {
    const { name: _, ...rest } = user.metadata;
    const metadata = name === '' ? rest : { ...rest, name };
    await updateUserFields(tx, user.id, { metadata }, context.realNow());
  }
  if (passwordHash !== undefined) await changePassword(context, tx, target, passwordHash);
  if (newPhone === '') await removePhone(context, tx, user, client);
  else if (newPhone !== undefined)
    await requestPhoneChange(context, tx, user, { phone: newPhone, sessionId: session.id, client });
  if (newEmail !== undefined) await requestEmailChange(context, tx, user, { newEmail, session, client, next });
}
