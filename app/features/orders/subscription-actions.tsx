import { useState, useId } from 'react';

import { Button } from '#app/components/button.tsx';
import { FormDialog } from '#app/components/dialog.tsx';
import { hasErrorCode, RpcError } from '#app/lib/rpc/rpc-error.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcCache } from '#app/lib/rpc/use-rpc-query.ts';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';

import { getBuyerName, formatDay } from './order-display.ts';

type Props = {
  subscription: BuyerSubscription;
  busy: boolean;
  onCancel: (now: boolean) => void;
  onClose: () => void;
};

/** Asks when a buyer's subscription ends; a subscription that already has an end date can only end now. */
function CancelSubscriptionDialog({ subscription, busy, onCancel, onClose }: Props) {
  const { state, productName, periodEnd } = subscription;
  const [now, setNow] = useState(state !== 'active');
  const name = useId();
  const paidUntil = formatDay(periodEnd);
  return (
    <FormDialog
      title={
        <>
          End “<bdi>{productName}</bdi>” for <bdi>{getBuyerName(subscription) ?? 'the buyer'}</bdi>?
        </>
      }
      cancelLabel="Keep it"
      submitLabel={now ? 'End it now' : `End it on ${paidUntil}`}
      variant="red"
      busyLabel={busy && 'Ending...'}
      initialFocus=".dlg-safe"
      onSubmit={() => onCancel(now)}
      onClose={onClose}
    >
      {state === 'active' && (
        <fieldset className="refund-amount-fieldset">
          <legend>When</legend>
          <label className="checkrow">
            <input type="radio" name={name} checked={!now} onChange={() => setNow(false)} />
            <span>With the period that is paid, on {paidUntil}</span>
          </label>
          <label className="checkrow">
            <input type="radio" name={name} checked={now} onChange={() => setNow(true)} />
            <span>Now</span>
          </label>
        </fieldset>
      )}
      <p className="muted small">
        {now
          ? 'It is over at once and for good. Nothing is given back by this: refund a payment where that is fair.'
          : 'Nothing more is charged. Until then you can let it go on after all.'}{' '}
        The buyer gets an email.
      </p>
    </FormDialog>
  );
}

/** The displayed subscription is outdated. */
const STALE_ERROR_CODES = ['subscription_over', 'not_found', 'provider_unavailable'];

type Response = { subscription: BuyerSubscription };

function createToast({ subscription: { state, productName, cancelAt, periodEnd } }: Response) {
  if (state === 'ended') return { title: 'Subscription ended', message: `“${productName}” is over.` };
  if (cancelAt) return { title: 'End is set', message: `“${productName}” ends on ${formatDay(cancelAt)}.` };
  return { title: 'Subscription goes on', message: `“${productName}” renews on ${formatDay(periodEnd)}.` };
}

/** Actions for a buyer's subscription in its current state; none once it has ended. */
export function SubscriptionActions({ subscription }: { subscription: BuyerSubscription }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const cache = useRpcCache();
  const options = {
    success: createToast,
    onSuccess: ({ subscription: updated }: Response) => {
      setIsDialogOpen(false);
      cache.update('list-buyer-subscriptions', (list) => ({
        ...list,
        subscriptions: list.subscriptions.map((row) => (row.id === updated.id ? updated : row)),
      }));
    },
    onError: (error: unknown) => {
      if (!(error instanceof RpcError) || error.status === 0 || hasErrorCode(error, ...STALE_ERROR_CODES))
        setIsDialogOpen(false);
    },
    invalidates: ['get-order', 'list-buyer-subscriptions'] as const,
  };
  const cancellation = useRpcMutation('cancel-buyer-subscription', {
    ...options,
    failureTitle: 'Subscription not ended',
  });
  const resumption = useRpcMutation('resume-buyer-subscription', {
    ...options,
    failureTitle: 'Subscription not resumed',
  });
  const subscriptionId = subscription.id;
  const { state } = subscription;
  const hiddenLabel = <span className="vh">, subscription of {getBuyerName(subscription) ?? 'a buyer'}</span>;
  if (state === 'ended') return null;
  return (
    <div className="subscription-actions">
      {state === 'ending' && (
        <Button
          size="sm"
          busyLabel={resumption.busy && 'Resuming...'}
          onClick={() => void resumption.run({ subscriptionId })}
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
          busy={cancellation.busy}
          onCancel={(now) => void cancellation.run({ subscriptionId, now })}
          onClose={() => setIsDialogOpen(false)}
        />
      )}
    </div>
  );
}
