import { useId, useState, type FormEvent } from 'react';

import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
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
    <fieldset className="refund-amount">
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
export function CancelSubscriptionDialog({ subscription, busy, onCancel, onClose }: Props) {
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
      <form className="dlg-form" onSubmit={submit}>
        {state === 'active' && <EndDateFieldset now={now} paidUntil={formatDay(periodEnd)} onSelect={setNow} />}
        <p className="muted small">
          {now
            ? 'It is over at once and for good. Nothing is given back by this: refund a payment where that is fair.'
            : 'Nothing more is charged. Until then you can let it go on after all.'}{' '}
          The buyer is told by mail.
        </p>
        <div className="dlg-keys">
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
