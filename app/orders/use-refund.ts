import { useRef, useState } from 'react';

import { RpcError } from '#app/session/call-error.ts';
import { callRpc } from '#app/session/call.ts';
import { withReauthentication } from '#app/session/confirmed.ts';
import { getErrorMessage } from '#app/session/problem-words.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import type { RefundReason } from '#domain/refund.ts';

import { createIdempotencyKey } from './press-token.ts';

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
