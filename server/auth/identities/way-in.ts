import { IDENTITY_PROVIDER_NAMES } from '#domain/account.ts';

import { AuthError } from '#server/auth/auth-error.ts';
import type { Db } from '#server/db/client.ts';
import { findIdentity, listIdentities, type IdentityRow } from '#server/db/identities.ts';
import { findUser, lockUserByEmail, type UserRow } from '#server/db/users.ts';

import type { Profile } from './profile.ts';

/** Account of a provider sign-in: the one with the identity, the one with the same email address, or a new one. */
export type ResolvedLogin =
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
