import type { User, UserIdentity } from '@supabase/auth-js';

import { PROVIDER_NAMES, PROVIDERS, type Account, type IdentityProvider } from '#domain/account.ts';

export type Connected = {
  provider: IdentityProvider;
  name: string;
  /** Null: not connected. */
  identity: UserIdentity | null;
  /** The address there, where it is told. */
  address: string | null;
};

const addressOf = (identity: UserIdentity): string | null => {
  const email: unknown = identity.identity_data?.email;
  return typeof email === 'string' && email ? email : null;
};

/** What is connected, and what can be: whatever the shop offers, and what is left from an earlier time. */
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

/** Whether nothing else opens the account: no password, no passkey, and no second one connected. */
export const isOnlyWayIn = (
  account: Pick<Account, 'hasPassword'>,
  all: readonly Connected[],
  passkeys: number,
): boolean =>
  !account.hasPassword && passkeys === 0 && all.filter(({ identity }) => identity !== null).length === 1;
