import { useState } from 'react';

import { CallError } from '#app/session/call-error.ts';
import { call } from '#app/session/call.ts';
import { confirmed } from '#app/session/confirmed.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';

import { dayText } from './subscription-look.ts';

type Changes = {
  onChanged: (subscription: BuyerSubscription) => void;
  /** The displayed subscription is outdated. */
  onStale: () => void;
};

const STALE = new Set(['subscription_over', 'not_found', 'provider_unavailable']);

/** Ends or resumes a buyer's subscription. `isPending`: a request is running. */
export function useSubscriptionActs({ onChanged, onStale }: Changes) {
  const [acting, setActing] = useState(false);
  const failToast = useFailToast();
  const act = async (ask: () => Promise<BuyerSubscription>, failed: string): Promise<void> => {
    if (acting) return;
    setActing(true);
    try {
      await confirmed(async () => {
        const after = await ask();
        toast(wordsOf(after));
        onChanged(after);
      });
    } catch (error) {
      failToast(error, failed);
      if (!(error instanceof CallError) || STALE.has(error.code) || error.status === 0) onStale();
    } finally {
      setActing(false);
    }
  };
  return {
    acting,
    cancel: ({ id: subscriptionId }: BuyerSubscription, now: boolean) =>
      act(
        async () => (await call('cancel-buyer-subscription', { subscriptionId, now })).subscription,
        'Subscription not ended',
      ),
    resume: ({ id: subscriptionId }: BuyerSubscription) =>
      act(
        async () => (await call('resume-buyer-subscription', { subscriptionId })).subscription,
        'Subscription not resumed',
      ),
  };
}

function wordsOf({ state, productName, cancelAt, periodEnd }: BuyerSubscription) {
  if (state === 'ended') return { title: 'Subscription ended', message: `“${productName}” is over.` };
  if (cancelAt) return { title: 'End is set', message: `“${productName}” ends on ${dayText(cancelAt)}.` };
  return { title: 'Subscription goes on', message: `“${productName}” renews on ${dayText(periodEnd)}.` };
}
