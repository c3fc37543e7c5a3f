import { PROVIDER_NAMES } from '#domain/account.ts';

import { AuthError } from '#server/auth/auth-error.ts';
import { confirmEmail } from '#server/auth/confirm-email.ts';
import { noteEvent } from '#server/auth/note-event.ts';
import { nextRefreshToken } from '#server/auth/next-refresh-token.ts';
import type { OpenSession } from '#server/auth/open-session.ts';
import { isLiveSession } from '#server/auth/session-life.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { findIdentity, insertProvidersIdentity } from '#server/db/identities.ts';
import { findSession, updateSessionRefreshed } from '#server/db/sessions.ts';
import { findUser, lockUser, type UserRow } from '#server/db/users.ts';

import { identityOf } from './enter-account.ts';
import type { Profile } from './profile.ts';

type Link = { userId: string; sessionId: string; profile: Profile; from: Visitor };

/**
 * Adds an identity to a signed-in account and continues its session. Throws AuthError 'identity_already_exists',
 * 'email_not_confirmed', 'session_not_found'.
 */
export async function linkIdentity(context: Context, link: Link): Promise<OpenSession> {
  const { userId, sessionId, profile, from } = link;
  const opened = await context.db.transaction(async (tx) => {
    const user = await refuseLink(tx, userId, profile);
    const now = context.realNow();
    if (!(await insertProvidersIdentity(tx, identityOf(userId, profile, now)))) {
      throw new AuthError('identity_already_exists');
    }
    const detail = PROVIDER_NAMES[profile.provider];
    await noteEvent(context, tx, { user, kind: 'identity_linked', from, detail });
    await confirmEmail(context, tx, user, from);
    const linked = (await findUser(tx, userId)) ?? user;
    return goOn(context, tx, linked, { sessionId, from });
  });
  context.ring('outbox');
  return opened;
}

/**
 * Locks and returns the user if the identity may be linked. A stranger may have prepared an account with an unconfirmed
 * address for its owner: only an identity with that verified address may be linked, which confirms it.
 */
export async function refuseLink(db: Db, userId: string, profile: Profile): Promise<UserRow> {
  const user = await lockUser(db, userId);
  if (!user || user.deletedAt) throw new AuthError('user_not_found');
  if (await findIdentity(db, profile.provider, profile.providerId)) {
    throw new AuthError('identity_already_exists');
  }
  const vouchesForIt = profile.emailVerified && profile.email === user.email;
  if (!user.emailConfirmedAt && !vouchesForIt) throw new AuthError('email_not_confirmed');
  return user;
}

/** Rotates the session's refresh token. The assurance level stays as it is. */
async function goOn(
  context: Context,
  tx: Db,
  user: UserRow,
  { sessionId, from }: Pick<Link, 'sessionId' | 'from'>,
): Promise<OpenSession> {
  const now = context.realNow();
  const session = await findSession(tx, sessionId);
  if (!session || session.userId !== user.id || !isLiveSession(session, now)) {
    throw new AuthError('session_not_found');
  }
  const refreshed = await updateSessionRefreshed(tx, sessionId, { refreshedAt: now, ...from });
  if (!refreshed) throw new AuthError('session_not_found');
  return { user, session: refreshed, refreshToken: await nextRefreshToken(context, tx, sessionId) };
}
