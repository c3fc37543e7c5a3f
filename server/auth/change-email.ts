import { updateEmailIdentityData } from '#server/auth/queries/identities.ts';
import { deleteOneTimeTokens, listOneTimeTokens, type OneTimeTokenRow } from '#server/auth/queries/one-time-tokens.ts';
import type { SessionRow } from '#server/auth/queries/sessions.ts';
import { findUserByEmail, updateUserFields, type UserRow } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import { AuthError } from './auth-error.ts';
import type { ClientInfo } from './client-info.ts';
import { createConfirmLink, findRequestingSession, ONE_TIME_TYPES, queueOneTimeMail } from './one-time-links.ts';
import { recordSecurityEvent } from './record-security-event.ts';

/** Token types for the new and the current email address. */
export const EMAIL_CHANGE_TYPES = ['email_change_new', 'email_change_current'] as const;
type EmailChangeType = (typeof EMAIL_CHANGE_TYPES)[number];

type EmailChangeRequest = {
  newEmail: string;
  session: SessionRow;
  client: ClientInfo;
  next: string | null;
};

/**
 * Mails the new address and, if the current one is confirmed, that one too: both must confirm, in any order. Requesting
 * the current address cancels a pending change. Runs in the caller's transaction, which locks the user's row. Throws
 * AuthError 'email_exists'.
 */
export async function requestEmailChange(
  context: Context,
  tx: Db,
  user: UserRow,
  request: EmailChangeRequest,
): Promise<void> {
  const { newEmail, session, client, next } = request;
  const now = context.realNow();
  await deleteOneTimeTokens(tx, user.id, EMAIL_CHANGE_TYPES);
  const isCancellation = newEmail === user.email;
  if (!isCancellation && (await findUserByEmail(tx, newEmail))) throw new AuthError('email_exists');
  await updateUserFields(tx, user.id, { newEmail: isCancellation ? null : newEmail }, now);
  if (isCancellation) return;
  const requiresBoth = requiresBothAddresses(user, session);
  const change = { user: { ...user, newEmail }, sessionId: session.id, next };
  await queueEmailChangeMail(context, tx, { ...change, changeType: 'email_change_new' });
  if (requiresBoth) await queueEmailChangeMail(context, tx, { ...change, changeType: 'email_change_current' });
  // The confirmation mail to the current address already serves as the security notice.
  await recordSecurityEvent(context, tx, {
    user,
    kind: 'email_change_requested',
    client,
    detail: newEmail,
    suppressNotice: requiresBoth,
  });
}

/**
 * The current address must confirm too when it is confirmed itself and the session is at `aal1`. This is evaluated at
 * each confirmation, not only when the change is requested.
 */
const requiresBothAddresses = (user: UserRow, { aal }: SessionRow): boolean =>
  user.emailConfirmedAt !== null && aal === 'aal1';

type PendingEmailChange = { session: SessionRow; tokens: OneTimeTokenRow[] };

/** Finds the user's pending email change. Returns null when there is none or the session that requested it has ended. */
export async function findPendingEmailChange(
  context: Context,
  db: Db,
  user: UserRow,
): Promise<PendingEmailChange | null> {
  if (user.newEmail === null) return null;
  const tokens = await listOneTimeTokens(db, user.id, EMAIL_CHANGE_TYPES);
  const token = tokens.find(({ data }) => data.newEmail === user.newEmail);
  const session = token && (await findRequestingSession(context, db, token));
  return session ? { session, tokens } : null;
}

type UnconfirmedAddress = { changeType: EmailChangeType; sessionId: string };

/** Returns null unless this one of the two addresses must still confirm a pending change. */
export async function findUnconfirmedAddress(
  context: Context,
  db: Db,
  user: UserRow,
  email: string,
): Promise<UnconfirmedAddress | null> {
  const change = await findPendingEmailChange(context, db, user);
  if (!change) return null;
  const changeType = email === user.newEmail ? 'email_change_new' : 'email_change_current';
  const isRequired = email === user.newEmail || (email === user.email && requiresBothAddresses(user, change.session));
  const isConfirmed = change.tokens.some(({ type, usedAt }) => type === changeType && usedAt);
  return isRequired && !isConfirmed ? { changeType, sessionId: change.session.id } : null;
}

type EmailChangeMail = { user: UserRow; sessionId: string; next: string | null; changeType: EmailChangeType };

export async function queueEmailChangeMail(context: Context, tx: Db, input: EmailChangeMail): Promise<void> {
  const { user, sessionId, next, changeType } = input;
  const { id: userId, email: currentEmail, newEmail } = user;
  if (newEmail === null) return;
  const isNew = changeType === 'email_change_new';
  await queueOneTimeMail(context, tx, {
    userId,
    email: isNew ? newEmail : currentEmail,
    type: changeType,
    data: { newEmail, sessionId },
    buildMail: ({ token, code }) => ({
      kind: 'change_email',
      link: createConfirmLink(context, { token, type: 'email_change', next }),
      code,
      newEmail,
      to: isNew ? 'new' : 'current',
    }),
  });
}

/**
 * Records that one address has confirmed. Returns 'half' while the other must still confirm, and mails it if necessary.
 * Runs in the caller's transaction, which consumed the token and locks the user's row. Throws AuthError 'otp_expired'
 * when the user has since requested another address, 'email_exists' when it is taken.
 */
export async function confirmEmailChange(
  context: Context,
  tx: Db,
  { row, user, client }: { row: OneTimeTokenRow; user: UserRow; client: ClientInfo },
): Promise<'half' | 'whole'> {
  const newEmail = row.data.newEmail ?? null;
  if (newEmail === null || newEmail !== user.newEmail) throw new AuthError('otp_expired');
  const change = await findPendingEmailChange(context, tx, user);
  if (!change) throw new AuthError('otp_expired');
  const { session, tokens } = change;
  const confirmedCount = tokens.filter(({ usedAt }) => usedAt).length;
  if (requiresBothAddresses(user, session) && confirmedCount < EMAIL_CHANGE_TYPES.length) {
    const missingType = EMAIL_CHANGE_TYPES.find((changeType) => !tokens.some(({ type }) => type === changeType));
    if (missingType) {
      const mail = { user, sessionId: session.id, next: null, changeType: missingType };
      await queueEmailChangeMail(context, tx, mail);
    }
    return 'half';
  }
  if (await findUserByEmail(tx, newEmail)) throw new AuthError('email_exists');
  const now = context.realNow();
  await updateUserFields(tx, user.id, { email: newEmail, emailConfirmedAt: now, newEmail: null }, now);
  await updateEmailIdentityData(tx, user.id, { email: newEmail, email_verified: true }, now);
  // Tokens mailed to the previous address become invalid.
  await deleteOneTimeTokens(tx, user.id, ONE_TIME_TYPES);
  await recordSecurityEvent(context, tx, { user, kind: 'email_changed', client, detail: newEmail });
  return 'whole';
}
