import { PROVIDER_NAMES } from '#domain/account.ts';

import { AuthError } from '#server/auth/auth-error.ts';
import type { Db } from '#server/db/client.ts';
import { findIdentity, listIdentities, type IdentityRow } from '#server/db/identities.ts';
import { findUser, lockUserByEmail, type UserRow } from '#server/db/users.ts';

import type { Profile } from './profile.ts';

/** Which account somebody enters: the one that knows the identity, the one of their address, or a new one. */
export type WayIn =
  | { kind: 'known'; user: UserRow; identity: IdentityRow }
  | { kind: 'same-address'; user: UserRow }
  | { kind: 'new'; email: string };

/**
 * Whose account it is. An address counts only where both sides have seen that it is theirs: one that the provider does
 * not vouch for opens and enters nothing, and an account whose own address was never confirmed may have been laid out
 * by anybody. Nor does it enter an account that knows somebody else of the same provider: an address may be given to
 * another there, who somebody is stays (OWASP ASVS 10.5.2). In a transaction it holds the row of the account. Throws
 * AuthError 'provider_email_needs_verification', 'identity_already_exists', 'user_not_found'.
 */
export async function wayIn(db: Db, profile: Profile): Promise<WayIn> {
  const { provider, providerId, email, emailVerified } = profile;
  const name = PROVIDER_NAMES[provider];
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
  const others = await listIdentities(db, user.id);
  if (others.some((other) => other.provider === provider && other.providerId !== providerId)) {
    const message = `${email} has an account here that is connected to another ${name} account. Sign in with that one or in another way; on your account page you can connect this one instead.`;
    throw new AuthError('identity_already_exists', { message });
  }
  return { kind: 'same-address', user };
}
