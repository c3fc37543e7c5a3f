import { useCallback, useEffect, useRef, useState } from 'react';

import { clearToasts, toast } from '#app/components/toast.tsx';
import { useRefetchOnFocus } from '#app/components/utils/use-page-visibility.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

/** Returning to a tab fires twice, by window and document events. */
const REFETCH_DEBOUNCE_MS = 1000;

export type PlanStatusQuery =
  | { state: 'loading' }
  | { state: 'ready'; status: SubscriptionStatus }
  | { state: 'failed' };

/** Plan status of the subscription page. Only the response to the latest request is used. */
export function usePlanStatus() {
  const [statusQuery, setStatusQuery] = useState<PlanStatusQuery>({ state: 'loading' });
  const latestRequestId = useRef(0);
  const load = useCallback(async (refresh: boolean) => {
    latestRequestId.current += 1;
    const requestId = latestRequestId.current;
    const handleError = () => {
      toast({ title: 'Error', message: 'Failed to load subscription status' }, { destructive: true });
      setStatusQuery((previous) => (previous.state === 'ready' ? previous : { state: 'failed' }));
    };
    await callRpc('check-subscription-status', refresh ? { refresh } : {}).then(
      (status) => requestId === latestRequestId.current && setStatusQuery({ state: 'ready', status }),
      () => requestId === latestRequestId.current && handleError(),
    );
  }, []);
  useEffect(() => {
    void load(false);
    const latestId = latestRequestId;
    return () => {
      latestId.current += 1;
    };
  }, [load]);
  const refetch = useCallback(() => void load(true), [load]);
  useRefetchOnFocus(refetch, REFETCH_DEBOUNCE_MS);
  const retry = () => {
    clearToasts();
    setStatusQuery({ state: 'loading' });
    void load(true);
  };
  const reload = useCallback(() => load(false), [load]);
  return { statusQuery, reload, retry };
}
