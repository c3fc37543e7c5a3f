import { IDENTITY_PROVIDER_NAMES } from '#domain/account.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { changeAccount } from '#server/auth/change-account.ts';
import type { ClientInfo } from '#server/auth/client-info.ts';
import {
  insertIdentity,
  updateIdentityAtSignIn,
  type IdentityRow,
  findIdentity,
  listIdentities,
} from '#server/auth/queries/identities.ts';
import { insertUser, type UserRow, findUser, lockUserByEmail } from '#server/auth/queries/users.ts';
import { recordSecurityEvent } from '#server/auth/record-security-event.ts';
import { createSession, type IssuedSession } from '#server/auth/sessions.ts';
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
    const message = `${name} has no confirmed address of yours. Confirm it there first, or sign in here and connect ${name} on your account page.`;
    throw new AuthError('provider_email_needs_verification', { message });
  }
  const user = await lockUserByEmail(db, email);
  if (!user) return { kind: 'new', email };
  if (!user.emailConfirmedAt) {
    const message = `${email} has an account here that was never confirmed. Sign in with its password, or set a new one, and connect ${name} on your account page.`;
    throw new AuthError('provider_email_needs_verification', { message });
  }
  const identities = await listIdentities(db, user.id);
  if (identities.some((linked) => linked.provider === provider && linked.providerId !== providerId)) {
    const message = `${email} has an account here that is connected to another ${name} account. Sign in with that one or in another way; on your account page you can connect this one instead.`;
    throw new AuthError('identity_already_exists', { message });
  }
  return { kind: 'same-address', user };
}

/** Retries after a concurrent sign-in: the next try finds the rows that the other one inserted. */
const MAX_TRIES = 3;
class ConcurrentSignInError extends Error {}

/** Signs in the user whom a provider verified, and creates an account if needed. Throws as `resolveLogin` does. */
export async function signInWithProfile(
  context: Context,
  profile: Profile,
  client: ClientInfo,
): Promise<IssuedSession> {
  for (let tries = 1; ; tries++) {
    try {
      return await changeAccount(context, async (tx) => {
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
export const toIdentity = (userId: string, profile: Profile) => ({
  userId,
  provider: profile.provider,
  providerId: profile.providerId,
  data: toIdentityData(profile),
});
