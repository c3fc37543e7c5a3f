import { useCallback, useEffect, useState } from 'react';

import { call } from '#app/session/call.ts';
import { requestOrder } from '#app/session/request-order.ts';
import { useLookAgain } from '#app/ui/use-look-again.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { enrol, isKnownEnrolled } from './enrol.ts';

const PATIENCE_MS = 3000;
const LOOK_AGAIN_MS = 10_000;

export type SellerPlan = {
  /** Null until the first response. */
  status: SubscriptionStatus | null;
  /** False on first use until the trial has started or the timeout has passed. */
  ready: boolean;
  /** Reloads silently. */
  refresh: () => void;
};

// oxlint-disable-next-line no-console -- the seller is not interrupted: every function checks the plan itself
const logOnly = (error: unknown): void => console.warn('The plan could not be checked', error);

/** Plan of the builder's user; first use starts the trial. */
export function useSellerPlan(userId: string): SellerPlan {
  const [status, setStatus] = useState<SubscriptionStatus | null>(null);
  const [ready, setReady] = useState(() => isKnownEnrolled(userId));
  const [startRequest] = useState(requestOrder);
  useEffect(() => {
    let current = true;
    const accept = startRequest();
    const timer = setTimeout(() => setReady(true), PATIENCE_MS);
    void enrol(userId, logOnly)
      .then((answer) => current && accept() && setStatus(answer), logOnly)
      .then(() => current && setReady(true));
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [userId, startRequest]);
  const refresh = useCallback(() => {
    const accept = startRequest();
    call('check-subscription-status', {}).then((answer) => accept() && setStatus(answer), logOnly);
  }, [startRequest]);
  useLookAgain(refresh, LOOK_AGAIN_MS);
  return { status, ready, refresh };
}
