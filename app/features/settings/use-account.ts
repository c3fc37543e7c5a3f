import type { User } from '@supabase/auth-js';
import { useCallback, useState, useEffect, useRef } from 'react';

import { useRefetchOnFocus } from '#app/components/utils/use-page-visibility.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import type { Account } from '#domain/account.ts';

export type QueryState<T> = { status: 'loading' } | { status: 'ready'; data: T } | { status: 'failed' };

/**
 * Fetches data, again when `refreshKey` changes and on `retry`. Existing data stays while a request is pending and when
 * it fails. `fetchData` must be stable across renders.
 */
export function useRefreshableQuery<T>(
  fetchData: () => Promise<T>,
  refreshKey: number,
): QueryState<T> & { retry: () => void } {
  const [queryState, setQueryState] = useState<QueryState<T>>({ status: 'loading' });
  const latestRequestId = useRef(0);
  const load = useCallback(() => {
    latestRequestId.current += 1;
    const requestId = latestRequestId.current;
    fetchData().then(
      (data) => requestId === latestRequestId.current && setQueryState({ status: 'ready', data }),
      () =>
        requestId === latestRequestId.current &&
        setQueryState((previous) => (previous.status === 'ready' ? previous : { status: 'failed' })),
    );
  }, [fetchData]);
  useEffect(() => {
    load();
    const latestRequestIdRef = latestRequestId;
    return () => {
      latestRequestIdRef.current += 1;
    };
  }, [load, refreshKey]);
  const retry = () => {
    setQueryState({ status: 'loading' });
    load();
  };
  return { ...queryState, retry };
}

/** The window and the document both report a tab's return, so a second event within this time is ignored. */
const MIN_REFETCH_INTERVAL_MS = 1000;

/** The account as the page shows it: our account data, and the auth user with factors and identities. */
export type AccountData = { account: Account; user: User };

/** Props of every section. `refresh` reloads all sections. */
export type SectionProps = AccountData & { refreshKey: number; refresh: () => void };

async function fetchAccount(): Promise<AccountData> {
  const [account, { user }] = await Promise.all([
    callRpc('get-account', {}),
    unwrapAuthResponse(authClient().getUser()),
  ]);
  if (!user) throw new Error('Nobody is signed in');
  return { account, user };
}

/** Loads the account, and reloads it after changes and when the tab regains focus, since an email link may have been opened. */
export function useAccount() {
  const [refreshKey, setRefreshKey] = useState(0);
  const refresh = useCallback(() => setRefreshKey((previous) => previous + 1), []);
  useRefetchOnFocus(refresh, MIN_REFETCH_INTERVAL_MS);
  return { accountQuery: useRefreshableQuery(fetchAccount, refreshKey), refreshKey, refresh };
}
