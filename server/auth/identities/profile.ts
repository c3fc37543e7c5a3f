import { MAX_NAME, type IdentityProvider } from '#domain/account.ts';

import { emailFrom } from '#server/auth/email-address.ts';

/** Who a provider says that somebody is. */
export type Profile = {
  provider: IdentityProvider;
  /** Its own name for them, which never changes and is never given to another. */
  providerId: string;
  /** As we keep addresses; null: none that we could use. */
  email: string | null;
  /** Whether the provider has seen that the address is theirs. */
  emailVerified: boolean;
  /** Empty when not told. */
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
