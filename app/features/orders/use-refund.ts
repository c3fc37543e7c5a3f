import { useRef, useState, type FormEvent } from 'react';

import { toast } from '#app/components/toast.tsx';
import { getErrorMessage } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
import { withReauthentication } from '#app/lib/session/reauthentication.ts';
import type { OrderDetail, OrderPayment } from '#domain/order-detail.ts';
import { type RefundReason, parseRefundAmount } from '#domain/refund.ts';

import { createRefundToast } from './stripe-labels.ts';

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

type RefundInput = { paymentId: string; amount: number; reason: RefundReason };

/** No response arrived: retry with the same idempotency key, so that no second refund is made. */
const hasNoResponse = (error: unknown): boolean =>
  !(error instanceof RpcError) || error.status === 0 || error.status >= 500;

/** Requests a refund. `refundableById` holds the refundable amounts from the server's errors. */
export function useRefund(orderId: string, onDone: (order: OrderDetail) => void) {
  const [busy, setBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  /** Refundable amount by payment, from the server's last error. */
  const [refundableById, setRefundableById] = useState<Record<string, number>>({});
  const idempotencyKey = useRef<string | null>(null);
  const refund = async (input: RefundInput): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setErrorMessage(null);
    idempotencyKey.current ??= createIdempotencyKey();
    const request = idempotencyKey.current;
    try {
      await withReauthentication(async () =>
        onDone((await callRpc('refund-order', { orderId, request, ...input })).order),
      );
    } catch (error) {
      if (!hasNoResponse(error)) idempotencyKey.current = null;
      const refundable = error instanceof RpcError ? error.details.rest : null;
      if (typeof refundable === 'number')
        setRefundableById((previous) => ({ ...previous, [input.paymentId]: refundable }));
      setErrorMessage(getErrorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, errorMessage, refundableById, clearError: () => setErrorMessage(null), refund };
}

type Draft = { paymentId: string; isPartial: boolean; amountText: string; reason: RefundReason };

/** State and validation of the refund form. */
export function useRefundForm(order: OrderDetail, onDone: (order: OrderDetail) => void) {
  const { busy, errorMessage, refundableById, clearError, refund } = useRefund(order.id, (updatedOrder) => {
    toast(createRefundToast(order, updatedOrder));
    onDone(updatedOrder);
  });
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
    clearError();
    setDraft((previous) => ({ ...previous, ...changes }));
  };
  const amountError = isValidated && 'error' in parsedAmount ? parsedAmount.error : null;
  const handleAmountBlur = (): void => setIsValidated(amountText.trim() !== '');
  return {
    busy,
    errorMessage,
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
