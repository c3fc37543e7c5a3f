import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';

import { Field } from '#app/components/field.tsx';
import { getCurrency } from '#domain/currencies.ts';
import { formatMoney } from '#domain/money.ts';
import type { OrderPayment } from '#domain/order-detail.ts';
import { REFUND_REASONS, type RefundReason } from '#domain/refund.ts';

import { formatDay } from './order-display.ts';
import { REFUND_REASON_LABELS } from './stripe-labels.ts';

type Props = {
  currency: string;
  /** Refundable amount in minor units. */
  refundable: number;
  isPartial: boolean;
  amountText: string;
  error: string | null;
  onPartialChange: (isPartial: boolean) => void;
  onAmountChange: (amountText: string) => void;
  onAmountBlur: () => void;
};

type AmountProps = Omit<Props, 'isPartial' | 'onPartialChange'>;

function PartialAmountField({ currency, refundable, amountText, error, onAmountChange, onAmountBlur }: AmountProps) {
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const { symbol, code } = getCurrency(currency);
  useEffect(() => inputRef.current?.focus(), []);
  return (
    <div className="field refund-part">
      <label className="vh" htmlFor={id}>
        Amount
      </label>
      <div className="affix">
        <span>{symbol || code}</span>
        <input
          id={id}
          ref={inputRef}
          className="in"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={amountText}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-more`}
          onChange={(event) => onAmountChange(event.target.value)}
          onBlur={onAmountBlur}
        />
      </div>
      <p id={`${id}-more`} className={error ? 'err' : 'hint'}>
        {error && <CircleAlert className="i" aria-hidden="true" />}
        <span>{error ?? `Up to ${formatMoney(refundable, currency)}`}</span>
      </p>
    </div>
  );
}

/** Refund amount: everything refundable, or a typed part of it. */
export function RefundAmountFieldset({ isPartial, onPartialChange, ...amount }: Props) {
  const name = useId();
  const { currency, refundable } = amount;
  return (
    <fieldset className="refund-amount">
      <legend>Amount</legend>
      <label className="checkrow">
        <input type="radio" name={name} checked={!isPartial} onChange={() => onPartialChange(false)} />
        <span>All that is left, {formatMoney(refundable, currency)}</span>
      </label>
      <label className="checkrow">
        <input type="radio" name={name} checked={isPartial} onChange={() => onPartialChange(true)} />
        <span>A part of it</span>
      </label>
      {isPartial && <PartialAmountField {...amount} />}
    </fieldset>
  );
}

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
