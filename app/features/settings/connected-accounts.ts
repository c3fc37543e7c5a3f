import type { User, UserIdentity } from '@supabase/auth-js';

import { IDENTITY_PROVIDER_NAMES, IDENTITY_PROVIDERS, type Account, type IdentityProvider } from '#domain/account.ts';

export type ConnectedAccount = {
  provider: IdentityProvider;
  name: string;
  /** Null when not connected. */
  identity: UserIdentity | null;
  /** Email address at the provider, if known. */
  email: string | null;
};

const getIdentityEmail = (identity: UserIdentity): string | null => {
  const email: unknown = identity.identity_data?.email;
  return typeof email === 'string' && email ? email : null;
};

/** Lists the providers that are offered or were connected earlier. */
export function listConnectedAccounts(
  user: Pick<User, 'identities'>,
  offeredProviders: readonly IdentityProvider[],
): ConnectedAccount[] {
  return IDENTITY_PROVIDERS.flatMap((provider) => {
    const identity = user.identities?.find((candidate) => candidate.provider === provider) ?? null;
    if (!identity && !offeredProviders.includes(provider)) return [];
    return [
      {
        provider,
        name: IDENTITY_PROVIDER_NAMES[provider],
        identity,
        email: identity && getIdentityEmail(identity),
      },
    ];
  });
}

/** True when the account has no password, no passkey, and no second connected provider. */
export const isOnlySignInMethod = (
  account: Pick<Account, 'hasPassword'>,
  accounts: readonly ConnectedAccount[],
  passkeyCount: number,
): boolean =>
  !account.hasPassword && passkeyCount === 0 && accounts.filter(({ identity }) => identity !== null).length === 1;
