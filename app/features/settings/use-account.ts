import type { User } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import type { QueryResult } from '#app/lib/rpc/query-boundary.tsx';
import { useAction, type Mutation, type MutationOptions } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery, useSteadyQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { readAuthData } from '#app/lib/session/read-auth-data.ts';
import { callAuth } from '#app/lib/session/session.ts';
import type { Account } from '#domain/account.ts';

/** Props of every section: our account data, and the auth user with factors and identities. */
export type SectionProps = { account: Account; user: User };

/** Reloads all sections. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.cancelQueries().then(() => client.invalidateQueries()), [client]);
}

/** Runs an action on the account. Reloads all sections after a success, before `onSuccess`. */
export function useAccountAction<Input = void, Output = unknown>(
  action: (input: Input) => Promise<Output>,
  options: MutationOptions<Input, Output> = {},
): Mutation<Input, Output> {
  const refresh = useRefresh();
  return useAction(action, {
    ...options,
    onSuccess: (output, input) => {
      refresh();
      options.onSuccess?.(output, input);
    },
  });
}

/** Data of an auth endpoint, which is not an RPC function. */
export const useAuthQuery = <T>(endpoint: string, readWithClient: () => Promise<T>) =>
  useSteadyQuery({ queryKey: ['auth', endpoint], queryFn: () => readAuthData(endpoint, readWithClient) });

async function fetchUser(): Promise<User> {
  const { user } = await callAuth((auth) => auth.getUser());
  if (!user) throw new Error('No user is signed in');
  return user;
}

/** Loads the account, and reloads it after changes and when the tab regains focus, since an email link may have been opened. */
export function useAccount(): QueryResult<SectionProps> {
  const accountQuery = useRpcQuery('get-account', {});
  const userQuery = useAuthQuery('user', fetchUser);
  const [account, user] = [accountQuery.data, userQuery.data];
  return {
    data: account && user && { account, user },
    error: accountQuery.error ?? userQuery.error,
    retry: () => {
      accountQuery.retry();
      userQuery.retry();
    },
  };
}
