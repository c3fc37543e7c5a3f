import type { Context as Call } from 'hono';

import { authDetailMessages } from '#content/messages/auth-details.ts';
import { IDENTITY_PROVIDER_NAMES, IDENTITY_PROVIDERS } from '#domain/account.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { requireStepUpSession } from '#server/auth/authenticate.ts';
import { type ClientInfo, getClientInfo } from '#server/auth/client-info.ts';
import { confirmEmail } from '#server/auth/email-confirmation.ts';
import {
  deleteIdentity,
  findIdentity,
  findProviderIdentity,
  hasAlternativeLogin,
  insertIdentity,
  listIdentities,
  updateIdentityAtSignIn,
  type IdentityRow,
} from '#server/auth/queries/identities.ts';
import { updateActiveSession } from '#server/auth/queries/sessions.ts';
import { findUser, insertUser, lockUser, lockUserByEmail, type UserRow } from '#server/auth/queries/users.ts';
import { parseIdParam } from '#server/auth/read-auth-body.ts';
import { recordSecurityEvent } from '#server/auth/record-security-event.ts';
import { createSessionResponse } from '#server/auth/session-response.ts';
import { findLiveSession } from '#server/auth/session-validity.ts';
import { createSession, rotateRefreshToken, type IssuedSession } from '#server/auth/sessions.ts';
import { transactionWithMail } from '#server/auth/transaction-with-mail.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import type { Profile } from './identity-provider.ts';

/** Account of a provider sign-in: the one with the identity, the one with the same email address, or a new one. */
type ResolvedLogin =
  | { kind: 'known'; user: UserRow; identity: IdentityRow }
  | { kind: 'same-address'; user: UserRow }
  | { kind: 'new'; email: string };

/**
 * Matches by email only if both sides verified the address: a stranger may have prepared an account. Never matches an
 * account with another identity of the provider, which may reassign addresses (OWASP ASVS 10.5.2). In a transaction it
 * locks the user. Throws AuthError 'provider_email_needs_verification', 'identity_already_exists', 'user_not_found'.
 */
export async function resolveLogin(db: Db, profile: Profile): Promise<ResolvedLogin> {
  const { provider, providerId, email, emailVerified } = profile;
  const name = IDENTITY_PROVIDER_NAMES[provider];
  const identity = await findIdentity(db, provider, providerId);
  if (identity) {
    const user = await findUser(db, identity.userId);
    if (!user || user.deletedAt) throw new AuthError('user_not_found');
    return { kind: 'known', user, identity };
  }
  if (email === null || !emailVerified) {
    const message = authDetailMessages.providerEmailUnconfirmed({ provider: name });
    throw new AuthError('provider_email_needs_verification', { message });
  }
  const user = await lockUserByEmail(db, email);
  if (!user) return { kind: 'new', email };
  if (!user.emailConfirmedAt) {
    const message = authDetailMessages.accountUnconfirmed({ email, provider: name });
    throw new AuthError('provider_email_needs_verification', { message });
  }
  const identities = await listIdentities(db, user.id);
  if (identities.some((linked) => linked.provider === provider && linked.providerId !== providerId)) {
    const message = authDetailMessages.otherProviderAccount({ email, provider: name });
    throw new AuthError('identity_already_exists', { message });
  }
  return { kind: 'same-address', user };
}

/** Retries after a concurrent sign-in: the next try finds the rows that the other one inserted. */
const MAX_TRIES = 3;
class ConcurrentSignInError extends Error {}

/** Signs in the user whom a provider verified, and creates an account if needed. Throws as `resolveLogin` does. */
async function signInWithProfile(context: Context, profile: Profile, client: ClientInfo): Promise<IssuedSession> {
  for (let tries = 1; ; tries++) {
    try {
      return await transactionWithMail(context, async (tx) => {
        const { user, isNew } = await findOrCreateUser(context, tx, profile, client);
        const detail = IDENTITY_PROVIDER_NAMES[profile.provider];
        return createSession(context, tx, user.id, { method: 'oauth', client, isNew, detail });
      });
    } catch (error) {
      if (!(error instanceof ConcurrentSignInError)) throw error;
      if (tries === MAX_TRIES) throw new AuthError('over_request_rate_limit', { retryAfterS: 5 });
    }
  }
}

async function findOrCreateUser(
  context: Context,
  tx: Db,
  profile: Profile,
  client: ClientInfo,
): Promise<{ user: UserRow; isNew: boolean }> {
  const login = await resolveLogin(tx, profile);
  const now = context.realNow();
  if (login.kind === 'known') {
    await updateIdentityAtSignIn(tx, login.identity.id, toIdentityData(profile), now);
    return { user: login.user, isNew: false };
  }
  const isNew = login.kind === 'new';
  const user = isNew ? await insertNewUser(tx, login.email, profile.name, now) : login.user;
  if (!user) throw new ConcurrentSignInError();
  const identity = { ...toIdentity(user.id, profile), lastSignInAt: now };
  if (!(await insertIdentity(tx, identity, now))) throw new ConcurrentSignInError();
  const detail = IDENTITY_PROVIDER_NAMES[profile.provider];
  if (!isNew) await recordSecurityEvent(context, tx, { user, kind: 'identity_linked', client, detail });
  return { user, isNew };
}

/** Inserts a user without a password. The provider has verified the email address. */
const insertNewUser = (tx: Db, email: string, name: string, now: Date): Promise<UserRow | null> =>
  insertUser(tx, { email, emailConfirmedAt: now, passwordHash: null, metadata: name === '' ? {} : { name } }, now);

const toIdentityData = ({ providerId, email, emailVerified, name }: Profile): Record<string, unknown> => ({
  sub: providerId,
  ...(email === null ? {} : { email, email_verified: emailVerified }),
  ...(name === '' ? {} : { name }),
});

/** Identity that links the provider's account to the user. */
const toIdentity = (userId: string, profile: Profile) => ({
  userId,
  provider: profile.provider,
  providerId: profile.providerId,
  data: toIdentityData(profile),
});

/** DELETE user/identities/{id}: refuses to remove the last sign-in method. */
export async function unlinkIdentity(context: Context, call: Call): Promise<Response> {
  const { userId } = await requireStepUpSession(context, call);
  const id = parseIdParam(call, 'identity_not_found');
  const client = getClientInfo(call);
  await transactionWithMail(context, async (tx) => {
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
  transactionWithMail(context, async (tx) => {
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
