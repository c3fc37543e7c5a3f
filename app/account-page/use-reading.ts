import { useCallback, useEffect, useRef, useState } from 'react';

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
