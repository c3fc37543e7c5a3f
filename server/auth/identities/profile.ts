import { MAX_NAME, type IdentityProvider } from '#domain/account.ts';

import { emailFrom } from '#server/auth/email-address.ts';

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

type Told = { id: string; email?: string | null; emailVerified: boolean; name?: string | null };

export const profileFrom = (
  provider: IdentityProvider,
  { id, email, emailVerified, name }: Told,
): Profile => ({
  provider,
  providerId: id,
  email: emailFrom(email ?? ''),
  emailVerified,
  name: (name ?? '').trim().slice(0, MAX_NAME),
});
