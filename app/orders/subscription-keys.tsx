import { useState } from 'react';

import { Key } from '#app/ui/key.tsx';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';

import { buyerOf } from './order-look.ts';
import { CancelSubscriptionDialog } from './cancel-subscription-dialog.tsx';
import { useSubscriptionActs } from './use-subscription-acts.ts';

type Props = {
  subscription: BuyerSubscription;
  onChanged: (subscription: BuyerSubscription) => void;
  onStale: () => void;
};

/** Actions for a buyer's subscription in its current state; none once it has ended. */
export function SubscriptionKeys({ subscription, onChanged, onStale }: Props) {
  const [asking, setAsking] = useState(false);
  const done = (after: BuyerSubscription) => {
    setAsking(false);
    onChanged(after);
  };
  const stale = () => {
    setAsking(false);
    onStale();
  };
  const { acting, cancel, resume } = useSubscriptionActs({ onChanged: done, onStale: stale });
  const { state } = subscription;
  const whose = <span className="vh">, subscription of {buyerOf(subscription) ?? 'a buyer'}</span>;
  if (state === 'ended') return null;
  return (
    <div className="sub-keys">
      {state === 'ending' && (
        <Key size="sm" busy={acting && !asking && 'Resuming...'} onClick={() => void resume(subscription)}>
          Let it go on{whose}
        </Key>
      )}
      <Key size="sm" onClick={() => setAsking(true)}>
        {state === 'ending' ? 'End now…' : 'End…'}
        {whose}
      </Key>
      {asking && (
        <CancelSubscriptionDialog
          subscription={subscription}
          busy={acting}
          onCancel={(now) => void cancel(subscription, now)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
