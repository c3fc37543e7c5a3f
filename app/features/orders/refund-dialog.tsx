import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';

import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { Field } from '#app/components/field.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcCache } from '#app/lib/rpc/use-rpc-query.ts';
import { getCurrency } from '#domain/currencies.ts';
import { formatMoney } from '#domain/money.ts';
import type { OrderDetail, OrderPayment } from '#domain/order-detail.ts';
import { REFUND_REASONS, type RefundReason, parseRefundAmount } from '#domain/refund.ts';

import { formatDay } from './order-display.ts';
import { getPayeeName, REFUND_REASON_LABELS, createRefundToast } from './stripe-labels.ts';

const toHex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** Creates a UUID (version 4). Works over plain http, unlike `crypto.randomUUID`. */
export function createIdempotencyKey(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const text = bytes
    .map((byte, index) => (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map(toHex)
    .join('');
  return [8, 12, 16, 20, 32]
    .map((groupEnd, group, groupEnds) => text.slice(group === 0 ? 0 : groupEnds[group - 1], groupEnd))
    .join('-');
}

/** No response arrived: retry with the same idempotency key, so that no second refund is made. */
const hasNoResponse = (error: unknown): boolean =>
  !(error instanceof RpcError) || error.status === 0 || error.status >= 500;

/** Requests a refund. `refundableById` holds the refundable amounts from the server's errors, by payment. */
function useRefund(order: OrderDetail, onDone: () => void) {
  const cache = useRpcCache();
  const [refundableById, setRefundableById] = useState<Record<string, number>>({});
  const idempotencyKey = useRef<string | null>(null);
  const { run, ...mutation } = useAction(
    (input: { paymentId: string; amount: number; reason: RefundReason }) => {
      idempotencyKey.current ??= createIdempotencyKey();
      return callRpc('refund-order', { orderId: order.id, request: idempotencyKey.current, ...input });
    },
    {
      success: ({ order: updated }) => createRefundToast(order, updated),
      onSuccess: ({ order: updated }) => {
        cache.update('get-order', (cached) => (cached.id === updated.id ? updated : cached));
        onDone();
      },
      onError: (error, { paymentId }) => {
        if (!hasNoResponse(error)) idempotencyKey.current = null;
        const refundable = error instanceof RpcError ? error.details.rest : null;
        if (typeof refundable === 'number') setRefundableById((previous) => ({ ...previous, [paymentId]: refundable }));
      },
    },
  );
  return { ...mutation, refundableById, refund: run };
}

type Draft = { paymentId: string; isPartial: boolean; amountText: string; reason: RefundReason };

/** State and validation of the refund form. */
function useRefundForm(order: OrderDetail, onDone: () => void) {
  const { busy, error, refundableById, clear, refund } = useRefund(order, onDone);
  const payments = order.payments.filter(({ refundable }) => refundable > 0);
  const [draft, setDraft] = useState<Draft>({
    paymentId: payments.at(-1)?.id ?? '',
    isPartial: false,
    amountText: '',
    reason: 'requested_by_customer',
  });
  const [isValidated, setIsValidated] = useState(false);
  const { paymentId, isPartial, amountText, reason } = draft;
  const getRefundable = ({ id, refundable }: OrderPayment): number => refundableById[id] ?? refundable;
  const selectedPayment = payments.find(({ id }) => id === paymentId);
  const refundable = selectedPayment ? getRefundable(selectedPayment) : 0;
  const parsedAmount = isPartial ? parseRefundAmount(amountText, refundable, order.currency) : { amount: refundable };
  const amount = 'amount' in parsedAmount && parsedAmount.amount > 0 ? parsedAmount.amount : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsValidated(true);
    if (amount !== null) void refund({ paymentId, amount, reason });
  };
  const change = (changes: Partial<Draft>): void => {
    clear();
    setDraft((previous) => ({ ...previous, ...changes }));
  };
  const amountError = isValidated && 'error' in parsedAmount ? parsedAmount.error : null;
  const handleAmountBlur = (): void => setIsValidated(amountText.trim() !== '');
  return {
    busy,
    error,
    payments,
    draft,
    refundable,
    getRefundable,
    amount,
    amountError,
    submit,
    change,
    handleAmountBlur,
  };
}

type RefundAmountFieldsetProps = {
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

type AmountProps = Omit<RefundAmountFieldsetProps, 'isPartial' | 'onPartialChange'>;

function PartialAmountField({ currency, refundable, amountText, error, onAmountChange, onAmountBlur }: AmountProps) {
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const { symbol, code } = getCurrency(currency);
  useEffect(() => inputRef.current?.focus(), []);
  return (
    <div className="field refund-amount-fieldset__partial">
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
function RefundAmountFieldset({ isPartial, onPartialChange, ...amount }: RefundAmountFieldsetProps) {
  const name = useId();
  const { currency, refundable } = amount;
  return (
    <fieldset className="refund-amount-fieldset">
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
function PaymentField({ payments, getRefundable, currency, selectedId: chosen, onSelect }: PaymentProps) {
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

function ReasonField({ reason, onSelect }: ReasonProps) {
  const hint =
    reason === 'fraudulent' ? 'Stripe also blocks the card and the address for you.' : 'Stripe receives this reason.';
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

type Props = { order: OrderDetail; onClose: () => void };

/** Refunds a payment or a part of it; the input is kept until the request succeeds. */
export function RefundDialog({ order, onClose }: Props) {
  const cache = useRpcCache();
  const refundForm = useRefundForm(order, onClose);
  const { busy, error, amount, draft, change } = refundForm;
  const { currency } = order;
  const close = () => {
    // A request failed, so the displayed order can be outdated.
    if (error !== null) void cache.invalidate('get-order');
    onClose();
  };
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
      <form className="dialog__form" noValidate onSubmit={refundForm.submit}>
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
        {error && (
          <p className="err" role="alert">
            <CircleAlert className="i" aria-hidden="true" />
            <span>{error}</span>
          </p>
        )}
        <div className="dialog__actions">
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
