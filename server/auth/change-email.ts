import { updateIdentityData } from '#server/auth/queries/identities.ts';
import { deleteOneTimeTokens, listOneTimeTokens, type OneTimeTokenRow } from '#server/auth/queries/one-time-tokens.ts';
import type { SessionRow } from '#server/auth/queries/sessions.ts';
import { findUserByEmail, updateUserFields, type UserRow } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import { AuthError } from './auth-error.ts';
import type { ClientInfo } from './client-info.ts';
import { queueOneTimeMail } from './one-time-links.ts';
import { findRequestingSession, ONE_TIME_TYPES } from './one-time-token.ts';
import { recordSecurityEvent } from './record-security-event.ts';

/** Token types for the new and the current email address. */
export const EMAIL_CHANGE_TYPES = ['email_change_new', 'email_change_held'] as const;
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
  if (newEmail === user.email) return updateUserFields(tx, user.id, { newEmail: null }, now);
  if (await findUserByEmail(tx, newEmail)) throw new AuthError('email_exists');
  await updateUserFields(tx, user.id, { newEmail }, now);
  const requiresBoth = requiresBothAddresses(user, session);
  const change = { user: { ...user, newEmail }, sessionId: session.id, next };
  await queueEmailChangeMail(context, tx, { ...change, changeType: 'email_change_new' });
  if (requiresBoth) await queueEmailChangeMail(context, tx, { ...change, changeType: 'email_change_held' });
  // The confirmation mail to the current address already serves as the security notice.
  await recordSecurityEvent(context, tx, {
    user,
    kind: 'email_change_asked',
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

/** Finds the live session that requested the user's pending email change. Returns null when there is none. */
export async function findEmailChangeSession(context: Context, db: Db, user: UserRow): Promise<SessionRow | null> {
  if (user.newEmail === null) return null;
  const rows = await listOneTimeTokens(db, user.id, EMAIL_CHANGE_TYPES);
  const row = rows.find(({ data }) => data.newEmail === user.newEmail);
  return row ? findRequestingSession(context, db, row) : null;
}

/** Mails one of the two addresses again, unless it has confirmed already or no change is pending. */
export async function resendEmailChange(
  context: Context,
  tx: Db,
  { user, email, next }: { user: UserRow; email: string; next: string | null },
): Promise<void> {
  const session = await findEmailChangeSession(context, tx, user);
  if (!session || !(await isEmailChangePending(context, tx, user, email))) return;
  await queueEmailChangeMail(context, tx, {
    user,
    sessionId: session.id,
    next,
    changeType: getEmailChangeType(user, email),
  });
}

const getEmailChangeType = (user: UserRow, email: string): EmailChangeType =>
  email === user.newEmail ? 'email_change_new' : 'email_change_held';

/** Returns true while this one of the two addresses has not confirmed the change. */
export async function isEmailChangePending(context: Context, db: Db, user: UserRow, email: string): Promise<boolean> {
  const session = await findEmailChangeSession(context, db, user);
  const changeType = getEmailChangeType(user, email);
  if (!session || (changeType === 'email_change_held' && !requiresBothAddresses(user, session))) return false;
  const rows = await listOneTimeTokens(db, user.id, EMAIL_CHANGE_TYPES);
  return !rows.some(({ type, usedAt }) => type === changeType && usedAt);
}

type EmailChangeMail = { user: UserRow; sessionId: string; next: string | null; changeType: EmailChangeType };

async function queueEmailChangeMail(context: Context, tx: Db, input: EmailChangeMail): Promise<void> {
  const { user, sessionId, next, changeType } = input;
  const { id: userId, email: currentEmail, newEmail } = user;
  if (newEmail === null) return;
  const isNew = changeType === 'email_change_new';
  await queueOneTimeMail(context, tx, {
    userId,
    email: isNew ? newEmail : currentEmail,
    type: changeType,
    data: { newEmail, sessionId },
    link: 'email_change',
    next,
    buildMail: (credentials) => ({
      kind: 'change_email',
      ...credentials,
      newEmail,
      to: isNew ? 'new' : 'held',
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
  const session = await findEmailChangeSession(context, tx, user);
  if (!session) throw new AuthError('otp_expired');
  const rows = await listOneTimeTokens(tx, user.id, EMAIL_CHANGE_TYPES);
  const confirmedCount = rows.filter(({ usedAt }) => usedAt).length;
  if (requiresBothAddresses(user, session) && confirmedCount < EMAIL_CHANGE_TYPES.length) {
    const missingType = EMAIL_CHANGE_TYPES.find((changeType) => !rows.some(({ type }) => type === changeType));
    if (missingType)
      await queueEmailChangeMail(context, tx, {
        user,
        sessionId: session.id,
        next: null,
        changeType: missingType,
      });
    return 'half';
  }
  if (await findUserByEmail(tx, newEmail)) throw new AuthError('email_exists');
  const now = context.realNow();
  await updateUserFields(tx, user.id, { email: newEmail, emailConfirmedAt: now, newEmail: null }, now);
  const identityData = { email: newEmail, email_verified: true };
  await updateIdentityData(tx, { userId: user.id, provider: 'email' }, identityData, now);
  // Tokens mailed to the previous address become invalid.
  await deleteOneTimeTokens(tx, user.id, ONE_TIME_TYPES);
  await recordSecurityEvent(context, tx, { user, kind: 'email_changed', client, detail: newEmail });
  return 'whole';
}
