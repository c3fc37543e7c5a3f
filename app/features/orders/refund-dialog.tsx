import { CircleAlert } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { formatMoney } from '#domain/money.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

import { RefundAmountFieldset, PaymentField, ReasonField } from './refund-fields.tsx';
import { getPayeeName } from './stripe-labels.ts';
import { useRefundForm } from './use-refund.ts';

type Props = {
  order: OrderDetail;
  /** Receives the updated order. */
  onDone: (order: OrderDetail) => void;
  /** `stale`: a request failed, and the displayed order can be outdated. */
  onClose: (stale: boolean) => void;
};

/** Refunds a payment or a part of it; the input is kept until the request succeeds. */
export function RefundDialog({ order, onDone, onClose }: Props) {
  const refundForm = useRefundForm(order, onDone);
  const { busy, errorMessage, amount, draft, change } = refundForm;
  const { currency } = order;
  const close = () => onClose(errorMessage !== null);
  return (
    <Dialog
      title={
        <>
          Refund {amount === null ? 'a part' : formatMoney(amount, currency)} to <bdi>{getPayeeName(order)}</bdi>?
        </>
      }
      onClose={close}
      initialFocus=".dlg-safe"
    >
      <form className="dlg-form" noValidate onSubmit={refundForm.submit}>
        <PaymentField
          payments={refundForm.payments}
          getRefundable={refundForm.getRefundable}
          currency={currency}
          selectedId={draft.paymentId}
          onSelect={(paymentId) => change({ paymentId })}
        />
        <RefundAmountFieldset
          currency={currency}
          refundable={refundForm.refundable}
          isPartial={draft.isPartial}
          amountText={draft.amountText}
          error={refundForm.amountError}
          onPartialChange={(part) => change({ isPartial: part })}
          onAmountChange={(typed) => change({ amountText: typed })}
          onAmountBlur={refundForm.handleAmountBlur}
        />
        <ReasonField reason={draft.reason} onSelect={(reason) => change({ reason })} />
        <p className="muted small">
          The money goes back to the buyer’s card in 5 to 10 business days. Stripe keeps its fee.
        </p>
        {errorMessage && (
          <p className="err" role="alert">
            <CircleAlert className="i" aria-hidden="true" />
            <span>{errorMessage}</span>
          </p>
        )}
        <div className="dlg-keys">
          <Button className="dlg-safe" onClick={close}>
            Keep the sale
          </Button>
          <Button type="submit" variant="red" busyLabel={busy && 'Refunding...'}>
            {amount === null ? 'Refund' : `Refund ${formatMoney(amount, currency)}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
