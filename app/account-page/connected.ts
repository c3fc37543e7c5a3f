import type { User, UserIdentity } from '@supabase/auth-js';

import { PROVIDER_NAMES, PROVIDERS, type Account, type IdentityProvider } from '#domain/account.ts';

export type Connected = {
  provider: IdentityProvider;
  name: string;
  /** Null when not connected. */
  identity: UserIdentity | null;
  /** Email address at the provider, if known. */
  address: string | null;
};

const addressOf = (identity: UserIdentity): string | null => {
  const email: unknown = identity.identity_data?.email;
  return typeof email === 'string' && email ? email : null;
};

/** Lists the providers that are offered or were connected earlier. */
export function connectedOf(
  user: Pick<User, 'identities'>,
  offered: readonly IdentityProvider[],
): Connected[] {
  return PROVIDERS.flatMap((provider) => {
    const identity = user.identities?.find((candidate) => candidate.provider === provider) ?? null;
    if (!identity && !offered.includes(provider)) return [];
    return [{ provider, name: PROVIDER_NAMES[provider], identity, address: identity && addressOf(identity) }];
  });
}

/** True when the account has no password, no passkey, and no second connected provider. */
export const isOnlyWayIn = (
  account: Pick<Account, 'hasPassword'>,
  all: readonly Connected[],
  passkeys: number,
): boolean =>
  !account.hasPassword && passkeys === 0 && all.filter(({ identity }) => identity !== null).length === 1;
