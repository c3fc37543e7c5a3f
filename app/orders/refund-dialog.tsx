import { CircleAlert } from 'lucide-react';

import { Dialog } from '#app/ui/dialog.tsx';
import { Key } from '#app/ui/key.tsx';
import { moneyText } from '#domain/money.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

import { RefundAmount } from './refund-amount.tsx';
import { PaymentField, ReasonField } from './refund-fields.tsx';
import { payeeOf } from './refund-words.ts';
import { useRefundForm } from './use-refund-form.ts';

type Props = {
  order: OrderDetail;
  /** Receives the updated order. */
  onDone: (order: OrderDetail) => void;
  /** `stale`: a request failed, and the displayed order can be outdated. */
  onClose: (stale: boolean) => void;
};

/** Refunds a payment or a part of it; the input is kept until the request succeeds. */
export function RefundDialog({ order, onDone, onClose }: Props) {
  const form = useRefundForm(order, onDone);
  const { busy, problem, amount, draft, change } = form;
  const { currency } = order;
  const close = () => onClose(problem !== null);
  return (
    <Dialog
      title={
        <>
          Refund {amount === null ? 'a part' : moneyText(amount, currency)} to <bdi>{payeeOf(order)}</bdi>?
        </>
      }
      onClose={close}
      focusFirst=".dlg-safe"
    >
      <form className="dlg-form" noValidate onSubmit={form.submit}>
        <PaymentField
          payments={form.payments}
          restOf={form.restOf}
          currency={currency}
          chosen={draft.paymentId}
          onChoose={(paymentId) => change({ paymentId })}
        />
        <RefundAmount
          currency={currency}
          rest={form.rest}
          part={draft.part}
          typed={draft.typed}
          problem={form.typedProblem}
          onPart={(part) => change({ part })}
          onType={(typed) => change({ typed })}
          onLeave={form.leave}
        />
        <ReasonField reason={draft.reason} onChoose={(reason) => change({ reason })} />
        <p className="muted small">
          The money goes back to the buyer’s card in 5 to 10 business days. Stripe keeps its fee.
        </p>
        {problem && (
          <p className="err" role="alert">
            <CircleAlert className="i" aria-hidden="true" />
            <span>{problem}</span>
          </p>
        )}
        <div className="dlg-keys">
          <Key className="dlg-safe" onClick={close}>
            Keep the sale
          </Key>
          <Key type="submit" kind="red" busy={busy && 'Refunding...'}>
            {amount === null ? 'Refund' : `Refund ${moneyText(amount, currency)}`}
          </Key>
        </div>
      </form>
    </Dialog>
  );
}
