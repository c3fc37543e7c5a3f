import { useCallback, useEffect, useState } from 'react';

import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';

import { callRpc } from './call-rpc.ts';

export type RpcQueryState<N extends RpcName> =
  | { status: 'loading' }
  | { status: 'ready'; data: RpcContract[N]['response'] }
  | { status: 'failed'; error: unknown };

type SettledRequest<N extends RpcName> = { requestKey: string; result: RpcQueryState<N> };

/** Calls an RPC function on mount, when `body` changes, and on `retry`. */
export function useRpcQuery<N extends RpcName>(
  name: N,
  body: RpcContract[N]['body'],
): RpcQueryState<N> & { retry: () => void } {
  const [refreshKey, setRefreshKey] = useState(0);
  const [settledRequest, setSettledRequest] = useState<SettledRequest<N> | null>(null);
  const bodyJson = JSON.stringify(body);
  const requestKey = `${name} ${bodyJson} ${refreshKey}`;
  useEffect(() => {
    let isCurrent = true;
    const storeResult = (result: RpcQueryState<N>) => isCurrent && setSettledRequest({ requestKey, result });
    callRpc(name, JSON.parse(bodyJson) as RpcContract[N]['body']).then(
      (data) => storeResult({ status: 'ready', data }),
      (error: unknown) => storeResult({ status: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [name, bodyJson, requestKey]);
  const retry = useCallback(() => setRefreshKey((previous) => previous + 1), []);
  const result: RpcQueryState<N> =
    settledRequest?.requestKey === requestKey ? settledRequest.result : { status: 'loading' };
  return { ...result, retry };
}
