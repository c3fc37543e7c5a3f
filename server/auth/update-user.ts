import type { Context as Call } from 'hono';
import { z } from 'zod';

import { MAX_NAME } from '#domain/account.ts';
import { cleanLine, lengthOf } from '#domain/text.ts';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { findSession, type SessionRow } from '#server/db/sessions.ts';
import { findUser, lockUser, updateUserFields, type UserRow } from '#server/db/users.ts';

import { bodyOf, CHALLENGE, ownRedirect } from './auth-body.ts';
import { AuthError } from './auth-error.ts';
import { limitMails, limitUserChanges } from './auth-limits.ts';
import { askEmailChange } from './change-email.ts';
import { askPhoneChange, checkedNewPhone, removePhone } from './change-phone.ts';
import { hasConfirmedEmail } from './confirmed-email.ts';
import { confirmSession } from './confirm-session.ts';
import { changePassword, newPasswordHash } from './change-password.ts';
import { refuseKnownPassword } from './common-passwords.ts';
import { fullSession } from './current-session.ts';
import { emailFrom } from './email-address.ts';
import { refuseWeakPassword } from './passwords.ts';
import { isLiveSession } from './session-life.ts';
import { askWho, isMailedCode } from './show-who.ts';
import { userJson } from './user.ts';
import { visitorOf, type Visitor } from './visitor.ts';

const UpdateUser = z.object({
  email: z.string().optional(),
  password: z.string().optional(),
  /** An empty string removes the number. */
  phone: z.string().max(40).optional(),
  data: z
    .object({
      name: z
        .string()
        .max(4 * MAX_NAME)
        .optional(),
    })
    .nullish(),
  nonce: z.string().max(64).optional(),
  current_password: z.string().max(1024).optional(),
  ...CHALLENGE,
});

/** The requested changes. Undefined fields stay unchanged. */
type Change = {
  name: string | undefined;
  newEmail: string | undefined;
  passwordHash: string | undefined;
  /** An empty string removes the number. */
  newPhone: string | undefined;
  /** Mailed code, consumed together with the change. */
  nonce: string | undefined;
  /** How the request itself reauthenticates; null when an earlier authentication is recent enough. */
  shownBy: 'password' | 'otp' | null;
};
const UNCHANGED: Change = {
  name: undefined,
  newEmail: undefined,
  newPhone: undefined,
  passwordHash: undefined,
  nonce: undefined,
  shownBy: null,
};

/** PUT user: changes the name directly, and password, email address and phone number after reauthentication. */
export async function updateUser(context: Context, call: Call): Promise<Response> {
  const wanted = await bodyOf(call, UpdateUser);
  const next = ownRedirect(call, context.config.appUrl);
  const session = await fullSession(context, call);
  const from = visitorOf(call);
  const change = await checkedChange(context, { session, from }, wanted);
  const user = await context.db.transaction(async (tx) => {
    const held = await heldUser(context, tx, session);
    if (change.nonce && !(await isMailedCode(context, tx, held, change.nonce))) {
      throw new AuthError('reauthentication_not_valid');
    }
    if (change.shownBy) await confirmSession(context, tx, session.id, change.shownBy);
    await apply(context, tx, { user: held, session, from, next }, change);
    return findUser(tx, held.id);
  });
  context.ring('outbox');
  if (!user) throw new AuthError('session_not_found');
  return call.json(await userJson(context, user));
}

/** Validates the request without changing anything. The order of the checks reveals as little as possible. */
async function checkedChange(
  context: Context,
  { session, from }: { session: SessionRow; from: Visitor },
  wanted: z.infer<typeof UpdateUser>,
): Promise<Change> {
  const { password, email, phone, nonce, data } = wanted;
  const newEmail = email === undefined ? undefined : emailFrom(email);
  if (newEmail === null) throw new AuthError('email_address_invalid');
  if (password !== undefined) refuseWeakPassword(password, context.config.minPassword);
  const name = data?.name === undefined ? undefined : nameFrom(data.name);
  if (newEmail === undefined && password === undefined && phone === undefined) return { ...UNCHANGED, name };
  const user = await findUser(context.db, session.userId);
  if (!user) throw new AuthError('session_not_found');
  if (password !== undefined) await refuseKnownPassword(context.config, password, user.email);
  const isNewContact = newEmail !== undefined || Boolean(phone);
  if (isNewContact && !hasConfirmedEmail(context, user)) throw new AuthError('email_not_confirmed');
  await limitUserChanges(context, user.id);
  await askWho(context, { user, session, from }, wanted);
  if (newEmail !== undefined) await limitMails(context, 'email-change', newEmail, from.address);
  const newPhone = phone && (await checkedNewPhone(context, user.id, phone));
  const passwordHash = password === undefined ? undefined : await newPasswordHash(context, user, password);
  const shownBy = wanted.current_password ? 'password' : nonce ? 'otp' : null;
  return { name, newEmail, newPhone, passwordHash, nonce, shownBy };
}

/** Returns the name in its stored form; an empty string removes it. */
function nameFrom(text: string): string {
  const name = text.trim().normalize('NFC');
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name) || lengthOf(name) > MAX_NAME) {
    throw new AuthError('validation_failed', {
      message: `A name has up to ${MAX_NAME} characters, on one line`,
    });
  }
  return cleanLine(name);
}

/** Locks the user's row. Of two concurrent password changes, the second finds its session ended. */
async function heldUser(context: Context, tx: Db, { id, userId }: SessionRow): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  const session = await findSession(tx, id);
  if (!user || !session || !isLiveSession(session, context.realNow())) {
    throw new AuthError('session_not_found');
  }
  return user;
}

type Who = { user: UserRow; session: SessionRow; from: Visitor; next: string | null };

async function apply(context: Context, tx: Db, who: Who, change: Change): Promise<void> {
  const { user, session, from, next } = who;
  const { name, newEmail, newPhone, passwordHash } = change;
  if (name !== undefined) {
    const { name: _, ...rest } = user.metadata;
    const metadata = name === '' ? rest : { ...rest, name };
    await updateUserFields(tx, user.id, { metadata }, context.realNow());
  }
  if (passwordHash !== undefined) await changePassword(context, tx, { user, session, passwordHash, from });
  if (newPhone === '') await removePhone(context, tx, user, from);
  else if (newPhone !== undefined)
    await askPhoneChange(context, tx, user, { phone: newPhone, sessionId: session.id, from });
  if (newEmail !== undefined) {
    await askEmailChange(context, tx, user, { newEmail, session, from, next });
  }
}
