import { Field } from '#app/ui/field.tsx';
import { formatMoney } from '#domain/money.ts';
import type { OrderPayment } from '#domain/order-detail.ts';
import { REFUND_REASONS, type RefundReason } from '#domain/refund.ts';

import { REFUND_REASON_LABELS } from './refund-words.ts';
import { formatDay } from './subscription-look.ts';

type PaymentProps = {
  payments: readonly OrderPayment[];
  getRefundable: (payment: OrderPayment) => number;
  currency: string;
  selectedId: string;
  onSelect: (id: string) => void;
};

/** Selects a payment, if there are several. */
export function PaymentField({ payments, getRefundable, currency, selectedId: chosen, onSelect }: PaymentProps) {
  if (payments.length < 2) return null;
  return (
    <Field label="Payment">
      {(fieldProps) => (
        <select {...fieldProps} className="in" value={chosen} onChange={(event) => onSelect(event.target.value)}>
          {payments.map((payment) => (
            <option key={payment.id} value={payment.id}>
              {payment.renewal ? 'Renewal' : 'First payment'}, {formatDay(payment.paidAt)}:{' '}
              {formatMoney(getRefundable(payment), currency)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type ReasonProps = { reason: RefundReason; onSelect: (reason: RefundReason) => void };

export function ReasonField({ reason, onSelect }: ReasonProps) {
  const hint = reason === 'fraudulent' ? 'Stripe also blocks the card and the address for you.' : 'Stripe is told.';
  return (
    <Field label="Reason" hint={hint}>
      {(fieldProps) => (
        <select
          {...fieldProps}
          className="in"
          value={reason}
          onChange={(event) => {
            const selected = REFUND_REASONS.find((candidate) => candidate === event.target.value);
            if (selected) onSelect(selected);
          }}
        >
          {REFUND_REASONS.map((candidate) => (
            <option key={candidate} value={candidate}>
              {REFUND_REASON_LABELS[candidate]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
