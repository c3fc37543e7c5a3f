import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { toast } from '#app/components/toast.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
import { withReauthentication } from '#app/lib/session/reauthentication.ts';
import { useErrorToast } from '#app/lib/use-error-toast.ts';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';

import { CancelSubscriptionDialog } from './cancel-subscription-dialog.tsx';
import { getBuyerName, formatDay } from './order-display.ts';

type SubscriptionCallbacks = {
  onChanged: (subscription: BuyerSubscription) => void;
  /** The displayed subscription is outdated. */
  onStale: () => void;
};

const STALE_ERROR_CODES = new Set(['subscription_over', 'not_found', 'provider_unavailable']);

/** Ends or resumes a buyer's subscription. `isPending`: a request is running. */
function useSubscriptionActions({ onChanged, onStale }: SubscriptionCallbacks) {
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

type Props = {
  subscription: BuyerSubscription;
  onChanged: (subscription: BuyerSubscription) => void;
  onStale: () => void;
};

/** Actions for a buyer's subscription in its current state; none once it has ended. */
export function SubscriptionActions({ subscription, onChanged, onStale }: Props) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const handleDone = (updated: BuyerSubscription) => {
    setIsDialogOpen(false);
    onChanged(updated);
  };
  const handleStale = () => {
    setIsDialogOpen(false);
    onStale();
  };
  const { isPending, cancel, resume } = useSubscriptionActions({
    onChanged: handleDone,
    onStale: handleStale,
  });
  const { state } = subscription;
  const hiddenLabel = <span className="vh">, subscription of {getBuyerName(subscription) ?? 'a buyer'}</span>;
  if (state === 'ended') return null;
  return (
    <div className="sub-keys">
      {state === 'ending' && (
        <Button
          size="sm"
          busyLabel={isPending && !isDialogOpen && 'Resuming...'}
          onClick={() => void resume(subscription)}
        >
          Let it go on{hiddenLabel}
        </Button>
      )}
      <Button size="sm" onClick={() => setIsDialogOpen(true)}>
        {state === 'ending' ? 'End now…' : 'End…'}
        {hiddenLabel}
      </Button>
      {isDialogOpen && (
        <CancelSubscriptionDialog
          subscription={subscription}
          busy={isPending}
          onCancel={(now) => void cancel(subscription, now)}
          onClose={() => setIsDialogOpen(false)}
        />
      )}
    </div>
  );
}
