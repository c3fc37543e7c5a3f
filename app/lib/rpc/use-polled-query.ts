import { useCallback, useEffect, useRef, useState } from 'react';

import { useVisibleInterval, useRefetchOnFocus } from '#app/components/utils/use-page-visibility.ts';
import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';

import { callRpc } from './call-rpc.ts';

export type PolledQuery<Answer> = {
  /** The latest data; null before the first response. */
  data: Answer | null;
  /** True while the data belongs to a previous request body. */
  isStale: boolean;
  /** Error of the current request body. Existing data stays when a poll fails. */
  error: unknown;
  /** Refetches in the background. */
  refetch: () => void;
  /** Clears the error and refetches. */
  retry: () => void;
  /** Updates the data optimistically after an action and refetches, because a pending poll may have older data. */
  update: (change: (data: Answer) => Answer) => void;
};

const MIN_REFETCH_INTERVAL_MS = 3_000;

type PollOptions<N extends RpcName> = { name: N; bodyJson: string; intervalMs: number };
type PollResult<N extends RpcName> = { bodyJson: string; data: RpcContract[N]['response'] };
type PollFailure = { bodyJson: string; error: unknown };

/** Fetches now, at an interval, and when the tab regains focus. Only the response of the latest request counts. */
function usePolling<N extends RpcName>(
  { name, bodyJson, intervalMs }: PollOptions<N>,
  onData: (result: PollResult<N>) => void,
  onFailure: (failure: PollFailure) => void,
): () => void {
  const latestRequestId = useRef(0);
  const refetch = useCallback(() => {
    latestRequestId.current += 1;
    const requestId = latestRequestId.current;
    callRpc(name, JSON.parse(bodyJson) as RpcContract[N]['body']).then(
      (data) => requestId === latestRequestId.current && onData({ bodyJson, data }),
      (error: unknown) => requestId === latestRequestId.current && onFailure({ bodyJson, error }),
    );
  }, [name, bodyJson, onData, onFailure]);
  useEffect(() => {
    refetch();
    const latestRequestIdRef = latestRequestId;
    return () => {
      latestRequestIdRef.current += 1;
    };
  }, [refetch]);
  useVisibleInterval(refetch, intervalMs);
  useRefetchOnFocus(refetch, MIN_REFETCH_INTERVAL_MS);
  return refetch;
}

/** Result of an RPC function, polled while the tab is visible. */
export function usePolledQuery<N extends RpcName>(
  name: N,
  body: RpcContract[N]['body'],
  intervalMs: number,
): PolledQuery<RpcContract[N]['response']> {
  const bodyJson = JSON.stringify(body);
  const [result, setResult] = useState<PollResult<N> | null>(null);
  const [failure, setFailure] = useState<PollFailure | null>(null);
  const handleResult = useCallback((newResult: PollResult<N>) => {
    setResult(newResult);
    setFailure(null);
  }, []);
  const refetch = usePolling({ name, bodyJson, intervalMs }, handleResult, setFailure);
  const isCurrent = result?.bodyJson === bodyJson;
  return {
    data: result?.data ?? null,
    isStale: !isCurrent,
    error: !isCurrent && failure?.bodyJson === bodyJson ? failure.error : null,
    refetch,
    retry: () => {
      setFailure(null);
      refetch();
    },
    update: (change) => {
      refetch();
      setResult((previous) => previous && { ...previous, data: change(previous.data) });
    },
  };
}
