import type { User } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { useRpcQuery, useSteadyQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import type { Account } from '#domain/account.ts';

/** The account as the page shows it: our account data, and the auth user with factors and identities. */
export type AccountData = { account: Account; user: User };

/** Props of every section. `refresh` reloads all sections. */
export type SectionProps = AccountData & { refresh: () => void };

/** Data of the auth endpoints, which are not RPC functions. */
export const useAuthQuery = <T>(name: string, queryFn: () => Promise<T>) =>
  useSteadyQuery({ queryKey: ['auth', name], queryFn });

async function fetchUser(): Promise<User> {
  const { user } = await unwrapAuthResponse(authClient().getUser());
  if (!user) throw new Error('No user is signed in');
  return user;
}

/** Loads the account, and reloads it after changes and when the tab regains focus, since an email link may have been opened. */
export function useAccount() {
  const client = useQueryClient();
  const accountQuery = useRpcQuery('get-account', {});
  const userQuery = useAuthQuery('user', fetchUser);
  const [account, user] = [accountQuery.data, userQuery.data];
  return {
    accountQuery: {
      data: account && user && { account, user },
      error: accountQuery.error ?? userQuery.error,
      retry: () => {
        accountQuery.retry();
        userQuery.retry();
      },
    },
    refresh: useCallback(() => void client.cancelQueries().then(() => client.invalidateQueries()), [client]),
  };
}
