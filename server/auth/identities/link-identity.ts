import type { Context as Call } from 'hono';

import { IDENTITY_PROVIDER_NAMES, IDENTITY_PROVIDERS } from '#domain/account.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { changeAccount } from '#server/auth/change-account.ts';
import { type ClientInfo, getClientInfo } from '#server/auth/client-info.ts';
import { confirmEmail } from '#server/auth/email-confirmation.ts';
import {
  findIdentity,
  insertIdentity,
  deleteIdentity,
  findProviderIdentity,
  hasAlternativeLogin,
} from '#server/auth/queries/identities.ts';
import { updateActiveSession } from '#server/auth/queries/sessions.ts';
import { findUser, lockUser, type UserRow } from '#server/auth/queries/users.ts';
import { parseIdParam } from '#server/auth/read-auth-body.ts';
import { recordSecurityEvent } from '#server/auth/record-security-event.ts';
import { requireConfirmedSession } from '#server/auth/require-session.ts';
import { createSessionResponse } from '#server/auth/session-response.ts';
import { findLiveSession } from '#server/auth/session-validity.ts';
import { rotateRefreshToken, type IssuedSession } from '#server/auth/sessions.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import type { Profile } from './identity-provider.ts';
import { signInWithProfile, toIdentity } from './sign-in-with-provider.ts';

/** DELETE user/identities/{id}: refuses to remove the last sign-in method. */
export async function unlinkIdentity(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireConfirmedSession(context, call);
  const id = parseIdParam(call, 'identity_not_found');
  const client = getClientInfo(call);
  await changeAccount(context, async (tx) => {
    // Locks the user, so that of two sign-in methods removed at once one stays.
    const user = await lockUser(tx, userId);
    const identity = user && (await findProviderIdentity(tx, userId, id));
    if (!identity) throw new AuthError('identity_not_found');
    if (!(await hasAlternativeLogin(tx, userId, id))) throw new AuthError('single_identity_not_deletable');
    await deleteIdentity(tx, id);
    const provider = IDENTITY_PROVIDERS.find((name) => name === identity.provider);
    const detail = provider ? IDENTITY_PROVIDER_NAMES[provider] : identity.provider;
    await recordSecurityEvent(context, tx, { user, kind: 'identity_unlinked', client, detail });
  });
  return call.json({});
}

/** The session of the account that an identity is linked to. */
type LinkTarget = { userId: string; sessionId: string };

/** Response of a completed provider flow: links the identity to an account, or signs in where there is none. */
export async function signInOrLink(
  context: Context,
  call: Call,
  profile: Profile,
  link: LinkTarget | null,
): Promise<Response> {
  const client = getClientInfo(call);
  const issued = link
    ? await linkIdentity(context, profile, link, client)
    : await signInWithProfile(context, profile, client);
  return createSessionResponse(context, call, issued);
}

/**
 * Adds an identity to a signed-in account and continues its session. Throws AuthError 'identity_already_exists',
 * 'email_not_confirmed', 'session_not_found'.
 */
const linkIdentity = (
  context: Context,
  profile: Profile,
  { userId, sessionId }: LinkTarget,
  client: ClientInfo,
): Promise<IssuedSession> =>
  changeAccount(context, async (tx) => {
    const user = await lockLinkableUser(tx, userId, profile);
    const now = context.realNow();
    if (!(await insertIdentity(tx, toIdentity(userId, profile), now))) throw new AuthError('identity_already_exists');
    const detail = IDENTITY_PROVIDER_NAMES[profile.provider];
    await recordSecurityEvent(context, tx, { user, kind: 'identity_linked', client, detail });
    await confirmEmail(context, tx, user, client);
    // Continues the session with a new refresh token. The assurance level stays as it is.
    const isLive = (await findLiveSession(context, tx, sessionId, userId)) !== null;
    const session = isLive && (await updateActiveSession(tx, sessionId, { refreshedAt: now, ...client }));
    if (!session) throw new AuthError('session_not_found');
    const refreshToken = await rotateRefreshToken(context, tx, sessionId);
    return { user: (await findUser(tx, userId)) ?? user, session, refreshToken };
  });

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
