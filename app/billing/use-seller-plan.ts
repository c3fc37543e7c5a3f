import { useCallback, useEffect, useState } from 'react';

import { callRpc } from '#app/session/call.ts';
import { createRequestOrder } from '#app/session/request-order.ts';
import { useRefetchOnFocus } from '#app/ui/use-look-again.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { ensureTrial, isKnownSubscriber } from './enrol.ts';

const TRIAL_TIMEOUT_MS = 3000;
const REFETCH_AFTER_MS = 10_000;

export type SellerPlan = {
  /** Null until the first response. */
  status: SubscriptionStatus | null;
  /** False on first use until the trial has started or the timeout has passed. */
  isReady: boolean;
  /** Reloads silently. */
  refresh: () => void;
};

// oxlint-disable-next-line no-console -- the seller is not interrupted: every function checks the plan itself
const logError = (error: unknown): void => console.warn('The plan could not be checked', error);

/** Plan of the builder's user; first use starts the trial. */
export function useSellerPlan(userId: string): SellerPlan {
  const [status, setStatus] = useState<SubscriptionStatus | null>(null);
  const [isReady, setIsReady] = useState(() => isKnownSubscriber(userId));
  const [startRequest] = useState(createRequestOrder);
  useEffect(() => {
    let isCurrent = true;
    const isLatest = startRequest();
    const timer = setTimeout(() => setIsReady(true), TRIAL_TIMEOUT_MS);
    void ensureTrial(userId, logError)
      .then((response) => isCurrent && isLatest() && setStatus(response), logError)
      .then(() => isCurrent && setIsReady(true));
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [userId, startRequest]);
  const refresh = useCallback(() => {
    const isLatest = startRequest();
    callRpc('check-subscription-status', {}).then((response) => isLatest() && setStatus(response), logError);
  }, [startRequest]);
  useRefetchOnFocus(refresh, REFETCH_AFTER_MS);
  return { status, isReady, refresh };
}
