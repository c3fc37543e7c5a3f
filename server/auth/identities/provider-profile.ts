import { MAX_NAME_LENGTH, type IdentityProvider } from '#domain/account.ts';
import { normalizeEmail } from '#server/core/normalize-contact.ts';

/** User profile from an identity provider. */
export type Profile = {
  provider: IdentityProvider;
  /** The provider's user id, which never changes and is never reused. */
  providerId: string;
  /** In stored form; null when absent or invalid. */
  email: string | null;
  /** True when the provider has verified the address. */
  emailVerified: boolean;
  /** Empty when absent. */
  name: string;
};

type ProviderClaims = { id: string; email?: string | null; emailVerified: boolean; name?: string | null };

export const buildProfile = (
  provider: IdentityProvider,
  { id, email, emailVerified, name }: ProviderClaims,
): Profile => ({
  provider,
  providerId: id,
  email: normalizeEmail(email ?? ''),
  emailVerified,
  name: (name ?? '').trim().slice(0, MAX_NAME_LENGTH),
});
