import { useState } from 'react';

import { RpcError } from '#app/session/call-error.ts';
import { callRpc } from '#app/session/call.ts';
import { withReauthentication } from '#app/session/confirmed.ts';
import { useErrorToast } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';

import { formatDay } from './subscription-look.ts';

type SubscriptionCallbacks = {
  onChanged: (subscription: BuyerSubscription) => void;
  /** The displayed subscription is outdated. */
  onStale: () => void;
};

const STALE_ERROR_CODES = new Set(['subscription_over', 'not_found', 'provider_unavailable']);

/** Ends or resumes a buyer's subscription. `isPending`: a request is running. */
export function useSubscriptionActions({ onChanged, onStale }: SubscriptionCallbacks) {
  const [isPending, setIsPending] = useState(false);
  const showErrorToast = useErrorToast();
  const runAction = async (request: () => Promise<BuyerSubscription>, errorTitle: string): Promise<void> => {
    if (isPending) return;
    setIsPending(true);
    try {
      await withReauthentication(async () => {
        const updated = await request();
        toast(createToast(updated));
        onChanged(updated);
      });
    } catch (error) {
      showErrorToast(error, errorTitle);
      if (!(error instanceof RpcError) || STALE_ERROR_CODES.has(error.code) || error.status === 0) onStale();
    } finally {
      setIsPending(false);
    }
  };
  return {
    isPending,
    cancel: ({ id: subscriptionId }: BuyerSubscription, now: boolean) =>
      runAction(
        async () => (await callRpc('cancel-buyer-subscription', { subscriptionId, now })).subscription,
        'Subscription not ended',
      ),
    resume: ({ id: subscriptionId }: BuyerSubscription) =>
      runAction(
        async () => (await callRpc('resume-buyer-subscription', { subscriptionId })).subscription,
        'Subscription not resumed',
      ),
  };
}

function createToast({ state, productName, cancelAt, periodEnd }: BuyerSubscription) {
  if (state === 'ended') return { title: 'Subscription ended', message: `“${productName}” is over.` };
  if (cancelAt) return { title: 'End is set', message: `“${productName}” ends on ${formatDay(cancelAt)}.` };
  return { title: 'Subscription goes on', message: `“${productName}” renews on ${formatDay(periodEnd)}.` };
}
