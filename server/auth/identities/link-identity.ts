import type { Context as Call } from 'hono';

import { IDENTITY_PROVIDER_NAMES, IDENTITY_PROVIDERS } from '#domain/account.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { type ClientInfo, getClientInfo } from '#server/auth/client-info.ts';
import { confirmEmail } from '#server/auth/email-confirmation.ts';
import {
  findIdentity,
  insertProviderIdentity,
  deleteIdentity,
  findProviderIdentity,
  hasAlternativeLogin,
} from '#server/auth/queries/identities.ts';
import { findSession, recordSessionRefresh } from '#server/auth/queries/sessions.ts';
import { findUser, lockUser, type UserRow } from '#server/auth/queries/users.ts';
import { recordSecurityEvent } from '#server/auth/record-security-event.ts';
import { requireConfirmedSession } from '#server/auth/require-session.ts';
import { isLiveSession } from '#server/auth/session-validity.ts';
import { rotateRefreshToken, type IssuedSession } from '#server/auth/sessions.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import type { Profile } from './provider-profile.ts';
import { buildIdentity } from './sign-in-with-provider.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** DELETE user/identities/{id}: refuses to remove the last sign-in method. */
export async function unlinkIdentity(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireConfirmedSession(context, call);
  const id = call.req.param('id') ?? '';
  if (!UUID.test(id)) throw new AuthError('identity_not_found');
  await context.db.transaction(async (tx) => {
    // Locks the user, so that of two sign-in methods removed at once one stays.
    const user = await lockUser(tx, userId);
    const identity = user && (await findProviderIdentity(tx, userId, id));
    if (!identity) throw new AuthError('identity_not_found');
    if (!(await hasAlternativeLogin(tx, userId, id))) throw new AuthError('single_identity_not_deletable');
    await deleteIdentity(tx, id);
    const provider = IDENTITY_PROVIDERS.find((name) => name === identity.provider);
    const detail = provider ? IDENTITY_PROVIDER_NAMES[provider] : identity.provider;
    await recordSecurityEvent(context, tx, {
      user,
      kind: 'identity_unlinked',
      client: getClientInfo(call),
      detail,
    });
  });
  context.wake('outbox');
  return call.json({});
}

type LinkInput = { userId: string; sessionId: string; profile: Profile; client: ClientInfo };

/**
 * Adds an identity to a signed-in account and continues its session. Throws AuthError 'identity_already_exists',
 * 'email_not_confirmed', 'session_not_found'.
 */
export async function linkIdentity(context: Context, input: LinkInput): Promise<IssuedSession> {
  const { userId, sessionId, profile, client } = input;
  const issued = await context.db.transaction(async (tx) => {
    const user = await lockLinkableUser(tx, userId, profile);
    const now = context.realNow();
    if (!(await insertProviderIdentity(tx, buildIdentity(userId, profile, now)))) {
      throw new AuthError('identity_already_exists');
    }
    const detail = IDENTITY_PROVIDER_NAMES[profile.provider];
    await recordSecurityEvent(context, tx, { user, kind: 'identity_linked', client, detail });
    await confirmEmail(context, tx, user, client);
    const updatedUser = (await findUser(tx, userId)) ?? user;
    return continueSession(context, tx, updatedUser, { sessionId, client });
  });
  context.wake('outbox');
  return issued;
}

/**
 * Locks and returns the user if the identity may be linked. A stranger may have prepared an account with an unconfirmed
 * address for its owner: only an identity with that verified address may be linked, which confirms it.
 */
export async function lockLinkableUser(db: Db, userId: string, profile: Profile): Promise<UserRow> {
  const user = await lockUser(db, userId);
  if (!user || user.deletedAt) throw new AuthError('user_not_found');
  if (await findIdentity(db, profile.provider, profile.providerId)) {
    throw new AuthError('identity_already_exists');
  }
  const isEmailVerifiedByProvider = profile.emailVerified && profile.email === user.email;
  if (!user.emailConfirmedAt && !isEmailVerifiedByProvider) throw new AuthError('email_not_confirmed');
  return user;
}

/** Rotates the session's refresh token. The assurance level stays as it is. */
async function continueSession(
  context: Context,
  tx: Db,
  user: UserRow,
  { sessionId, client }: Pick<LinkInput, 'sessionId' | 'client'>,
): Promise<IssuedSession> {
  const now = context.realNow();
  const session = await findSession(tx, sessionId);
  if (!session || session.userId !== user.id || !isLiveSession(session, now)) {
    throw new AuthError('session_not_found');
  }
  const refreshed = await recordSessionRefresh(tx, sessionId, { refreshedAt: now, ...client });
  if (!refreshed) throw new AuthError('session_not_found');
  return { user, session: refreshed, refreshToken: await rotateRefreshToken(context, tx, sessionId) };
}
