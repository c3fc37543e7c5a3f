import { Field } from '#app/ui/field.tsx';
import { moneyText } from '#domain/money.ts';
import type { OrderPayment } from '#domain/order-detail.ts';
import { REFUND_REASONS, type RefundReason } from '#domain/refund.ts';

import { REASON_WORDS } from './refund-words.ts';
import { dayText } from './subscription-look.ts';

type PaymentProps = {
  payments: readonly OrderPayment[];
  restOf: (payment: OrderPayment) => number;
  currency: string;
  chosen: string;
  onChoose: (id: string) => void;
};

/** Selects a payment, if there are several. */
export function PaymentField({ payments, restOf, currency, chosen, onChoose }: PaymentProps) {
  if (payments.length < 2) return null;
  return (
    <Field label="Payment">
      {(wiring) => (
        <select {...wiring} className="in" value={chosen} onChange={(event) => onChoose(event.target.value)}>
          {payments.map((payment) => (
            <option key={payment.id} value={payment.id}>
              {payment.renewal ? 'Renewal' : 'First payment'}, {dayText(payment.paidAt)}:{' '}
              {moneyText(restOf(payment), currency)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type ReasonProps = { reason: RefundReason; onChoose: (reason: RefundReason) => void };

export function ReasonField({ reason, onChoose }: ReasonProps) {
  const hint =
    reason === 'fraudulent' ? 'Stripe also blocks the card and the address for you.' : 'Stripe is told.';
  return (
    <Field label="Reason" hint={hint}>
      {(wiring) => (
        <select
          {...wiring}
          className="in"
          value={reason}
          onChange={(event) => {
            const chosen = REFUND_REASONS.find((one) => one === event.target.value);
            if (chosen) onChoose(chosen);
          }}
        >
          {REFUND_REASONS.map((one) => (
            <option key={one} value={one}>
              {REASON_WORDS[one]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
