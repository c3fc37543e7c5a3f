import { PROVIDER_NAMES } from '#domain/account.ts';

import { AuthError } from '#server/auth/auth-error.ts';
import { confirmEmail } from '#server/auth/confirm-email.ts';
import { noteEvent } from '#server/auth/note-event.ts';
import { newRefreshToken, type OpenSession } from '#server/auth/open-session.ts';
import { isLiveSession } from '#server/auth/session-life.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { findIdentity, insertProvidersIdentity } from '#server/db/identities.ts';
import {
  findUnusedRefreshToken,
  insertRefreshToken,
  updateRefreshTokenUsed,
} from '#server/db/refresh-tokens.ts';
import { findSession, updateSessionRefreshed } from '#server/db/sessions.ts';
import { lockUser, type UserRow } from '#server/db/users.ts';

import { identityOf } from './enter-account.ts';
import type { Profile } from './profile.ts';

type Link = { userId: string; sessionId: string; profile: Profile; from: Visitor };

/**
 * Adds an identity to an account that is signed in; its session goes on. Throws AuthError 'identity_already_exists',
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
    return goOn(context, tx, user, sessionId);
  });
  context.ring('outbox');
  return opened;
}

/**
 * The user, who may add this identity. An account whose address was never confirmed may have been laid out for its owner
 * by somebody else: only the provider of that very address may be connected, which confirms it.
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

/** The next refresh token of the session, in its chain, at the level that it has. */
async function goOn(context: Context, tx: Db, user: UserRow, sessionId: string): Promise<OpenSession> {
  const now = context.realNow();
  const session = await findSession(tx, sessionId);
  if (!session || session.userId !== user.id || !isLiveSession(session, now)) {
    throw new AuthError('session_not_found');
  }
  const { address, userAgent } = session;
  const use = { refreshedAt: now, address, userAgent };
  if (!(await updateSessionRefreshed(tx, sessionId, use))) throw new AuthError('session_not_found');
  const parent = await findUnusedRefreshToken(tx, sessionId);
  const { token, row } = newRefreshToken(context, sessionId, parent?.id ?? null);
  await insertRefreshToken(tx, row);
  if (parent) await updateRefreshTokenUsed(tx, parent.id, now);
  return { user, session, refreshToken: token };
}
