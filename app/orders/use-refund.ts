import { useRef, useState } from 'react';

import { CallError } from '#app/session/call-error.ts';
import { call } from '#app/session/call.ts';
import { confirmed } from '#app/session/confirmed.ts';
import { problemWords } from '#app/session/problem-words.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import type { RefundReason } from '#domain/refund.ts';

import { pressToken } from './press-token.ts';

type Wish = { paymentId: string; amount: number; reason: RefundReason };

/** No response arrived: retry with the same idempotency key, so that no second refund is made. */
const isUnanswered = (error: unknown): boolean =>
  !(error instanceof CallError) || error.status === 0 || error.status >= 500;

/** Requests a refund. `refundableById` holds the refundable amounts from the server's errors. */
export function useRefund(orderId: string, onDone: (order: OrderDetail) => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Refundable amount by payment, from the server's last error. */
  const [rests, setRests] = useState<Record<string, number>>({});
  const token = useRef<string | null>(null);
  const refund = async (wish: Wish): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    token.current ??= pressToken();
    const request = token.current;
    try {
      await confirmed(async () => onDone((await call('refund-order', { orderId, request, ...wish })).order));
    } catch (error) {
      if (!isUnanswered(error)) token.current = null;
      const rest = error instanceof CallError ? error.facts.rest : null;
      if (typeof rest === 'number') setRests((last) => ({ ...last, [wish.paymentId]: rest }));
      setProblem(problemWords(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, rests, clear: () => setProblem(null), refund };
}
