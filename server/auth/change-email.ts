import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { updateIdentityData } from '#server/db/identities.ts';
import { deleteOneTimeTokens, listOneTimeTokens, type OneTimeTokenRow } from '#server/db/one-time-tokens.ts';
import type { SessionRow } from '#server/db/sessions.ts';
import { findUserByEmail, updateUserFields, type UserRow } from '#server/db/users.ts';

import { AuthError } from './auth-error.ts';
import { noteEvent } from './note-event.ts';
import { queueOneTimeMail } from './one-time-mail.ts';
import { findAskingSession, ONE_TIME_TYPES } from './one-time-token.ts';
import type { Visitor } from './visitor.ts';

/** Token types for the new and the current email address. */
export const EMAIL_CHANGE_SIDES = ['email_change_new', 'email_change_held'] as const;
type Side = (typeof EMAIL_CHANGE_SIDES)[number];

type Asked = {
  newEmail: string;
  session: SessionRow;
  from: Visitor;
  next: string | null;
};

/**
 * Mails the new address and, if the current one is confirmed, that one too: both must confirm, in any order. Requesting
 * the current address cancels a pending change. Runs in the caller's transaction, which locks the user's row. Throws
 * AuthError 'email_exists'.
 */
export async function askEmailChange(context: Context, tx: Db, user: UserRow, asked: Asked): Promise<void> {
  const { newEmail, session, from, next } = asked;
  const now = context.realNow();
  await deleteOneTimeTokens(tx, user.id, EMAIL_CHANGE_SIDES);
  if (newEmail === user.email) return updateUserFields(tx, user.id, { newEmail: null }, now);
  if (await findUserByEmail(tx, newEmail)) throw new AuthError('email_exists');
  await updateUserFields(tx, user.id, { newEmail }, now);
  const both = needsBoth(user, session);
  const change = { user: { ...user, newEmail }, sessionId: session.id, next };
  await queueSide(context, tx, { ...change, side: 'email_change_new' });
  if (both) await queueSide(context, tx, { ...change, side: 'email_change_held' });
  // The confirmation mail to the current address already serves as the security notice.
  await noteEvent(context, tx, { user, kind: 'email_change_asked', from, detail: newEmail, untold: both });
}

/**
 * The current address must confirm too when it is confirmed itself and the session is at `aal1`. This is evaluated at
 * each confirmation, not only when the change is requested.
 */
const needsBoth = (user: UserRow, { aal }: SessionRow): boolean =>
  user.emailConfirmedAt !== null && aal === 'aal1';

/** Finds the live session that requested the user's pending email change. Returns null when there is none. */
export async function findEmailChangeSession(
  context: Context,
  db: Db,
  user: UserRow,
): Promise<SessionRow | null> {
  if (user.newEmail === null) return null;
  const rows = await listOneTimeTokens(db, user.id, EMAIL_CHANGE_SIDES);
  const row = rows.find(({ data }) => data.newEmail === user.newEmail);
  return row ? findAskingSession(context, db, row) : null;
}

/** Mails one of the two addresses again, unless it has confirmed already or no change is pending. */
export async function askEmailChangeAgain(
  context: Context,
  tx: Db,
  { user, email, next }: { user: UserRow; email: string; next: string | null },
): Promise<void> {
  const session = await findEmailChangeSession(context, tx, user);
  if (!session || !(await isEmailChangeAwaited(context, tx, user, email))) return;
  await queueSide(context, tx, { user, sessionId: session.id, next, side: sideOf(user, email) });
}

const sideOf = (user: UserRow, email: string): Side =>
  email === user.newEmail ? 'email_change_new' : 'email_change_held';

/** Returns true while this one of the two addresses has not confirmed the change. */
export async function isEmailChangeAwaited(
  context: Context,
  db: Db,
  user: UserRow,
  email: string,
): Promise<boolean> {
  const session = await findEmailChangeSession(context, db, user);
  const side = sideOf(user, email);
  if (!session || (side === 'email_change_held' && !needsBoth(user, session))) return false;
  const rows = await listOneTimeTokens(db, user.id, EMAIL_CHANGE_SIDES);
  return !rows.some(({ type, usedAt }) => type === side && usedAt);
}

type WantedSide = { user: UserRow; sessionId: string; next: string | null; side: Side };

async function queueSide(context: Context, tx: Db, wanted: WantedSide): Promise<void> {
  const { user, sessionId, next, side } = wanted;
  const { id: userId, email: held, newEmail } = user;
  if (newEmail === null) return;
  const isNew = side === 'email_change_new';
  await queueOneTimeMail(context, tx, {
    userId,
    email: isNew ? newEmail : held,
    type: side,
    data: { newEmail, sessionId },
    link: 'email_change',
    next,
    mail: (ways) => ({ kind: 'change_email', ...ways, newEmail, to: isNew ? 'new' : 'held' }),
  });
}

/**
 * Records that one address has confirmed. Returns 'half' while the other must still confirm, and mails it if necessary.
 * Runs in the caller's transaction, which consumed the token and locks the user's row. Throws AuthError 'otp_expired'
 * when the user has since requested another address, 'email_exists' when it is taken.
 */
export async function agreeToEmailChange(
  context: Context,
  tx: Db,
  { row, user, from }: { row: OneTimeTokenRow; user: UserRow; from: Visitor },
): Promise<'half' | 'whole'> {
  const newEmail = row.data.newEmail ?? null;
  if (newEmail === null || newEmail !== user.newEmail) throw new AuthError('otp_expired');
  const session = await findEmailChangeSession(context, tx, user);
  if (!session) throw new AuthError('otp_expired');
  const rows = await listOneTimeTokens(tx, user.id, EMAIL_CHANGE_SIDES);
  const agreed = rows.filter(({ usedAt }) => usedAt).length;
  if (needsBoth(user, session) && agreed < EMAIL_CHANGE_SIDES.length) {
    const missing = EMAIL_CHANGE_SIDES.find((side) => !rows.some(({ type }) => type === side));
    if (missing) await queueSide(context, tx, { user, sessionId: session.id, next: null, side: missing });
    return 'half';
  }
  if (await findUserByEmail(tx, newEmail)) throw new AuthError('email_exists');
  const now = context.realNow();
  await updateUserFields(tx, user.id, { email: newEmail, emailConfirmedAt: now, newEmail: null }, now);
  const said = { email: newEmail, email_verified: true };
  await updateIdentityData(tx, { userId: user.id, provider: 'email' }, said, now);
  // Tokens mailed to the previous address become invalid.
  await deleteOneTimeTokens(tx, user.id, ONE_TIME_TYPES);
  await noteEvent(context, tx, { user, kind: 'email_changed', from, detail: newEmail });
  return 'whole';
}
