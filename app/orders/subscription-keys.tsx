import { useState } from 'react';

import { Button } from '#app/ui/key.tsx';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';

import { getBuyerName } from './order-look.ts';
import { CancelSubscriptionDialog } from './cancel-subscription-dialog.tsx';
import { useSubscriptionActions } from './use-subscription-acts.ts';

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
