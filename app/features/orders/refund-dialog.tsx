import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

import { FormDialog } from '#app/components/dialog.tsx';
import { FormError } from '#app/components/field.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { Select } from '#app/components/select.tsx';
import { createUuid } from '#app/components/utils/create-uuid.ts';
import { formatDay } from '#app/components/utils/reader-formats.ts';
import { formatMoney, normalizeDecimals } from '#app/lib/format-money.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
import { useAction, useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcCache } from '#app/lib/rpc/use-rpc-query.ts';
import { refundAmountMessages } from '#content/messages/refund-amounts.ts';
import { refundMessages } from '#content/messages/refunds.ts';
import { subscriptionActionMessages } from '#content/messages/subscription-actions.ts';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import { getCurrency } from '#domain/currencies.ts';
import type { OrderDetail, OrderPayment } from '#domain/order-detail.ts';
import { listEntitlementsEndedByRefund } from '#domain/refund-access.ts';
import {
  listRefundableLines,
  REFUND_REASONS,
  type RefundableLine,
  type RefundReason,
  parseRefundAmount,
} from '#domain/refund.ts';

import { getPaymentName } from './payment-name.ts';
import { NO_LINES, parseRefundedLine, RefundLinesField, type LineChoice } from './refund-lines-field.tsx';
import { createRefundToast, getPayeeName } from './refund-toast.ts';
import { REFUND_REASON_LABELS } from './stripe-labels.ts';

const messages = refundMessages.dialog;

/** No response arrived: retry with the same idempotency key, so that no second refund is made. */
const hasNoResponse = (error: unknown): boolean =>
  !(error instanceof RpcError) || error.status === 0 || error.status >= 500;

type ChosenLine = { key: string; quantity: number } | { key: string; amount: number };
type RefundInput = {
  paymentId: string;
  amount?: number;
  lines?: ChosenLine[];
  reason: RefundReason;
  keepAccess?: boolean;
  /** Ends the order's subscription or payment plan after the refund. */
  endsSubscription: boolean;
};

/** Returns the order's subscription or payment plan if the buyer has payments ahead. */
function findRunningSubscription({ subscription, paymentPlan }: OrderDetail): BuyerSubscription | null {
  const isOver = subscription?.state === 'ended' || paymentPlan?.state === 'complete';
  return isOver ? null : subscription;
}

/** Requests a refund. `refundableById` holds the refundable amounts from the server's errors, by payment. */
function useRefund(order: OrderDetail, onDone: () => void) {
  const cache = useRpcCache();
  const [refundableById, setRefundableById] = useState<Record<string, number>>({});
  const idempotencyKey = useRef<string | null>(null);
  const subscription = findRunningSubscription(order);
  const { cancelFailure, endPlanFailure } = subscriptionActionMessages.toasts;
  const cancellation = useRpcMutation('cancel-buyer-subscription', {
    failureTitle: order.paymentPlan ? endPlanFailure : cancelFailure,
    invalidates: ['get-order', 'list-buyer-subscriptions'],
  });
  const { run, ...mutation } = useAction(
    ({ endsSubscription: _, ...input }: RefundInput) => {
      idempotencyKey.current ??= createUuid();
      return callRpc('refund-order', { orderId: order.id, request: idempotencyKey.current, ...input });
    },
    {
      success: ({ order: updated }) => createRefundToast(order, updated),
      onSuccess: ({ order: updated }, { endsSubscription }) => {
        cache.update('get-order', (cached) => (cached.id === updated.id ? updated : cached));
        if (endsSubscription && subscription) void cancellation.run({ subscriptionId: subscription.id, now: true });
        onDone();
      },
      onError: (error, { paymentId, lines }) => {
        if (!hasNoResponse(error)) idempotencyKey.current = null;
        // The rest of a line is not the rest of the payment.
        if (lines) void cache.invalidate('get-order');
        const refundable = error instanceof RpcError && !lines ? error.details.rest : null;
        if (typeof refundable === 'number') setRefundableById((previous) => ({ ...previous, [paymentId]: refundable }));
      },
    },
  );
  return { ...mutation, refundableById, refund: run };
}

type ParsedLines = { amount: number; lines: ChosenLine[] } | { error: string | null };

/** Adds up the chosen items. `error` null: the field of an item shows it. */
function parseLines(
  lines: readonly RefundableLine[],
  choice: LineChoice,
  { currency, refundable }: { currency: string; refundable: number },
): ParsedLines {
  const chosen = lines.length === 1 ? lines : lines.filter(({ key }) => choice.keys.includes(key));
  if (chosen.length === 0) return { error: messages.noLine };
  const parsedLines = chosen.map((line) => ({ key: line.key, ...parseRefundedLine(line, choice, currency) }));
  const valid = parsedLines.flatMap((line) => ('error' in line ? [] : [line]));
  if (valid.length < parsedLines.length) return { error: null };
  const amount = valid.reduce((sum, line) => sum + line.amount, 0);
  if (amount > refundable)
    return { error: refundAmountMessages.tooHigh({ refundable: formatMoney(refundable, currency) }) };
  return {
    amount,
    lines: valid.map(({ key, quantity, amount: lineAmount }) =>
      quantity === null ? { key, amount: lineAmount } : { key, quantity },
    ),
  };
}

/** The keys of chosen lines of which nothing is left after the refund. */
const listWholeLines = (lines: readonly RefundableLine[], parsed: ParsedLines): string[] =>
  'lines' in parsed
    ? parsed.lines.flatMap((chosen) => {
        const line = lines.find(({ key }) => key === chosen.key);
        const isWhole = 'quantity' in chosen ? chosen.quantity === line?.units : chosen.amount === line?.rest;
        return isWhole ? [chosen.key] : [];
      })
    : [];

/** State and validation of the refund form. */
function useRefundForm(order: OrderDetail, onDone: () => void) {
  const { refundableById, refund, ...request } = useRefund(order, onDone);
  const payments = order.payments.filter(({ refundable }) => refundable > 0);
  const [draft, setDraft] = useState({
    paymentId: payments.at(-1)?.id ?? '',
    extent: 'full' as 'full' | 'partial' | 'lines',
    lineChoice: NO_LINES,
    amountText: '',
    reason: 'requested_by_customer' as RefundReason,
    endsAccess: true,
    endsSubscription: false,
  });
  const [isValidated, setIsValidated] = useState(false);
  const { paymentId, extent, lineChoice, amountText, reason, endsAccess, endsSubscription } = draft;
  const getRefundable = ({ id, refundable }: OrderPayment): number => refundableById[id] ?? refundable;
  const selectedPayment = payments.find(({ id }) => id === paymentId);
  const refundable = selectedPayment ? getRefundable(selectedPayment) : 0;
  const lines = selectedPayment ? listRefundableLines(order, selectedPayment) : [];
  const parsedLines = parseLines(lines, lineChoice, { currency: order.currency, refundable });
  const parsedAmounts = {
    full: { amount: refundable },
    partial: parseRefundAmount(normalizeDecimals(amountText), refundable, order.currency, formatMoney),
    lines: parsedLines,
  };
  const parsedAmount = parsedAmounts[extent];
  const amount = 'amount' in parsedAmount && parsedAmount.amount > 0 ? parsedAmount.amount : null;
  const wholeLines = amount === refundable ? null : extent === 'lines' ? listWholeLines(lines, parsedLines) : [];
  const endedEntitlements = selectedPayment ? listEntitlementsEndedByRefund(order, selectedPayment, wholeLines) : [];
  return {
    ...request,
    ...draft,
    currency: order.currency,
    payments,
    lines,
    isValidated,
    refundable,
    getName: (payment: OrderPayment) => getPaymentName(payment, order),
    getRefundable,
    amount,
    endedEntitlements,
    amountError: isValidated && 'error' in parsedAmount ? parsedAmount.error : null,
    change: (changes: Partial<typeof draft>) => {
      request.clear();
      setDraft({ ...draft, ...changes });
    },
    handleAmountBlur: () => setIsValidated(amountText.trim() !== ''),
    submit: () => {
      setIsValidated(true);
      const extentInput =
        extent === 'lines' && 'lines' in parsedLines ? { lines: parsedLines.lines } : { amount: amount ?? 0 };
      if (amount === null) return;
      void refund({
        paymentId,
        reason,
        ...(endedEntitlements.length > 0 && !endsAccess && { keepAccess: true }),
        endsSubscription: extent === 'full' && endsSubscription,
        ...extentInput,
      });
    },
  };
}

type FormProps = { form: ReturnType<typeof useRefundForm> };

function PartialAmountField({ form }: FormProps) {
  const { currency, refundable, amountText, amountError, change, handleAmountBlur } = form;
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const { symbol, code } = getCurrency(currency);
  useEffect(() => inputRef.current?.focus(), []);
  return (
    <div className="field refund-amount-fieldset__partial">
      <label className="vh" htmlFor={id}>
        {messages.amount}
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
          aria-invalid={amountError ? true : undefined}
          aria-describedby={`${id}-more`}
          onChange={(event) => change({ amountText: event.target.value })}
          onBlur={handleAmountBlur}
        />
      </div>
      <p id={`${id}-more`} className={amountError ? 'err' : 'hint'}>
        {amountError && <CircleAlert className="i" aria-hidden="true" />}
        <span>{amountError ?? messages.upTo({ amount: formatMoney(refundable, currency) })}</span>
      </p>
    </div>
  );
}

/** Refund amount: everything refundable, some items, or a typed part of it. */
function RefundAmountFieldset({ form }: FormProps) {
  const name = useId();
  const { currency, refundable, extent, lines, lineChoice, isValidated, amountError, change } = form;
  const hasUnits = lines.some(({ units }) => units > 1);
  return (
    <fieldset className="refund-amount-fieldset">
      <legend>{messages.amount}</legend>
      <label className="checkrow">
        <input type="radio" name={name} checked={extent === 'full'} onChange={() => change({ extent: 'full' })} />
        <span>{messages.full({ amount: formatMoney(refundable, currency) })}</span>
      </label>
      {(lines.length > 1 || hasUnits) && (
        <label className="checkrow">
          <input type="radio" name={name} checked={extent === 'lines'} onChange={() => change({ extent: 'lines' })} />
          <span>{lines.length > 1 ? messages.lines : messages.units}</span>
        </label>
      )}
      {extent === 'lines' && (
        <RefundLinesField
          lines={lines}
          choice={lineChoice}
          currency={currency}
          isValidated={isValidated}
          error={amountError}
          onChange={(choice) => change({ lineChoice: choice })}
        />
      )}
      <label className="checkrow">
        <input type="radio" name={name} checked={extent === 'partial'} onChange={() => change({ extent: 'partial' })} />
        <span>{messages.partial}</span>
      </label>
      {extent === 'partial' && <PartialAmountField form={form} />}
    </fieldset>
  );
}

/** Selects a payment, if there are several. */
function PaymentField({ form: { payments, getName, getRefundable, currency, paymentId, extent, change } }: FormProps) {
  if (payments.length < 2) return null;
  return (
    <Select
      label={messages.payment}
      value={paymentId}
      options={payments.map((payment) => ({
        value: payment.id,
        label: messages.paymentOption({
          name: getName(payment),
          date: formatDay(payment.paidAt),
          amount: formatMoney(getRefundable(payment), currency),
        }),
      }))}
      onChange={(id) => change({ paymentId: id, lineChoice: NO_LINES, extent: extent === 'lines' ? 'full' : extent })}
    />
  );
}

function ReasonField({ form: { reason, change } }: FormProps) {
  return (
    <Select
      label={messages.reason}
      hint={reason === 'fraudulent' ? messages.fraudulentHint : messages.reasonHint}
      value={reason}
      options={REFUND_REASONS.map((candidate) => ({ value: candidate, label: REFUND_REASON_LABELS[candidate] }))}
      onChange={(value) => {
        const selected = REFUND_REASONS.find((candidate) => candidate === value);
        if (selected) change({ reason: selected });
      }}
    />
  );
}

/** Offers to leave the buyer what was delivered for the refunded items. */
function EndAccessField({ form: { endedEntitlements, endsAccess, change } }: FormProps) {
  if (endedEntitlements.length === 0) return null;
  const names = [...new Set(endedEntitlements.map(({ name }) => name))];
  return (
    <label className="checkrow">
      <input type="checkbox" checked={endsAccess} onChange={({ target }) => change({ endsAccess: target.checked })} />
      <span>
        {messages.endAccess}
        <span className="small muted refund-dialog__names" dir="auto">
          {names.join(', ')}
        </span>
      </span>
    </label>
  );
}

/** Offers to end what the buyer would go on paying for. */
function EndSubscriptionField({ form, order }: FormProps & { order: OrderDetail }) {
  if (form.extent !== 'full' || !findRunningSubscription(order)) return null;
  return (
    <label className="checkrow">
      <input
        type="checkbox"
        checked={form.endsSubscription}
        onChange={({ target }) => form.change({ endsSubscription: target.checked })}
      />
      <span>{order.paymentPlan ? messages.endPlan : messages.cancelSubscription}</span>
    </label>
  );
}

type Props = { order: OrderDetail; onClose: () => void };

/** Refunds a payment or a part of it; the input is kept until the request succeeds. */
export function RefundDialog({ order, onClose }: Props) {
  const cache = useRpcCache();
  const form = useRefundForm(order, onClose);
  const amountText = form.amount === null ? null : formatMoney(form.amount, form.currency);
  const close = () => {
    // A request failed, so the displayed order can be outdated.
    if (form.error !== null) void cache.invalidate('get-order');
    onClose();
  };
  return (
    <FormDialog
      title={
        <RichText
          text={amountText ? messages.title({ amount: amountText }) : messages.partialTitle}
          tags={{ buyer: () => <bdi>{getPayeeName(order)}</bdi> }}
        />
      }
      cancelLabel={messages.cancel}
      submitLabel={amountText ? messages.submit({ amount: amountText }) : messages.submitWithoutAmount}
      variant="red"
      busyLabel={form.busy && messages.busy}
      initialFocus=".dlg-safe"
      onSubmit={form.submit}
      onClose={close}
    >
      <PaymentField form={form} />
      <RefundAmountFieldset form={form} />
      <ReasonField form={form} />
      <EndAccessField form={form} />
      <EndSubscriptionField form={form} order={order} />
      <p className="muted small">{messages.description}</p>
      <FormError>{form.amountError === null && form.error}</FormError>
    </FormDialog>
  );
}
