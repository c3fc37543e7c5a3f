import { useState, useId, type FormEvent } from 'react';

import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
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

type ChoiceProps = { now: boolean; paidUntil: string; onSelect: (now: boolean) => void };

function EndDateFieldset({ now, paidUntil, onSelect }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className="refund-amount-fieldset">
      <legend>When</legend>
      <label className="checkrow">
        <input type="radio" name={name} checked={!now} onChange={() => onSelect(false)} />
        <span>With the period that is paid, on {paidUntil}</span>
      </label>
      <label className="checkrow">
        <input type="radio" name={name} checked={now} onChange={() => onSelect(true)} />
        <span>Now</span>
      </label>
    </fieldset>
  );
}

/** Asks when a buyer's subscription ends; a subscription that already has an end date can only end now. */
function CancelSubscriptionDialog({ subscription, busy, onCancel, onClose }: Props) {
  const { state, productName, periodEnd } = subscription;
  const [now, setNow] = useState(state !== 'active');
  const buyer = getBuyerName(subscription) ?? 'the buyer';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onCancel(now);
  };
  return (
    <Dialog
      title={
        <>
          End “<bdi>{productName}</bdi>” for <bdi>{buyer}</bdi>?
        </>
      }
      onClose={onClose}
      initialFocus=".dlg-safe"
    >
      <form className="dialog__form" onSubmit={submit}>
        {state === 'active' && <EndDateFieldset now={now} paidUntil={formatDay(periodEnd)} onSelect={setNow} />}
        <p className="muted small">
          {now
            ? 'It is over at once and for good. Nothing is given back by this: refund a payment where that is fair.'
            : 'Nothing more is charged. Until then you can let it go on after all.'}{' '}
          The buyer gets an email.
        </p>
        <div className="dialog__actions">
          <Button className="dlg-safe" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" variant="red" busyLabel={busy && 'Ending...'}>
            {now ? 'End it now' : `End it on ${formatDay(periodEnd)}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The displayed subscription is outdated. */
const STALE_ERROR_CODES = new Set(['subscription_over', 'not_found', 'provider_unavailable']);

function createToast({ state, productName, cancelAt, periodEnd }: BuyerSubscription) {
  if (state === 'ended') return { title: 'Subscription ended', message: `“${productName}” is over.` };
  if (cancelAt) return { title: 'End is set', message: `“${productName}” ends on ${formatDay(cancelAt)}.` };
  return { title: 'Subscription goes on', message: `“${productName}” renews on ${formatDay(periodEnd)}.` };
}

/** Actions for a buyer's subscription in its current state; none once it has ended. */
export function SubscriptionActions({ subscription }: { subscription: BuyerSubscription }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const cache = useRpcCache();
  const options = {
    success: ({ subscription: updated }: { subscription: BuyerSubscription }) => createToast(updated),
    onSuccess: ({ subscription: updated }: { subscription: BuyerSubscription }) => {
      setIsDialogOpen(false);
      cache.update('list-buyer-subscriptions', (list) => ({
        ...list,
        subscriptions: list.subscriptions.map((row) => (row.id === updated.id ? updated : row)),
      }));
    },
    onError: (error: unknown) => {
      if (!(error instanceof RpcError) || STALE_ERROR_CODES.has(error.code) || error.status === 0)
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
