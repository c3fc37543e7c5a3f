import { useCallback, useEffect, useRef, useState } from 'react';

import { call } from '#app/session/call.ts';
import { clearToasts, toast } from '#app/ui/toast.tsx';
import { useLookAgain } from '#app/ui/use-look-again.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

/** Returning to a tab fires twice, by window and document events. */
const ONE_RETURN_MS = 1000;

export type PlanReading =
  | { state: 'loading' }
  | { state: 'ready'; status: SubscriptionStatus }
  | { state: 'failed' };

/** Plan status of the subscription page. Only the response to the latest request is used. */
export function usePlanStatus() {
  const [reading, setReading] = useState<PlanReading>({ state: 'loading' });
  const turn = useRef(0);
  const read = useCallback(async (refresh: boolean) => {
    turn.current += 1;
    const mine = turn.current;
    const fail = () => {
      toast({ title: 'Error', message: 'Failed to load subscription status' }, { destructive: true });
      setReading((last) => (last.state === 'ready' ? last : { state: 'failed' }));
    };
    await call('check-subscription-status', refresh ? { refresh } : {}).then(
      (status) => mine === turn.current && setReading({ state: 'ready', status }),
      () => mine === turn.current && fail(),
    );
  }, []);
  useEffect(() => {
    void read(false);
    const turns = turn;
    return () => {
      turns.current += 1;
    };
  }, [read]);
  const look = useCallback(() => void read(true), [read]);
  useLookAgain(look, ONE_RETURN_MS);
  const retry = () => {
    clearToasts();
    setReading({ state: 'loading' });
    void read(true);
  };
  const reload = useCallback(() => read(false), [read]);
  return { reading, reload, retry };
}
