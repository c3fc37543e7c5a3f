import { useRef, useState } from 'react';

import { CallError } from '#app/session/call-error.ts';
import { call } from '#app/session/call.ts';
import { confirmed } from '#app/session/confirmed.ts';
import { problemWords } from '#app/session/problem-words.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import type { RefundReason } from '#domain/refund.ts';

import { pressToken } from './press-token.ts';

type Wish = { paymentId: string; amount: number; reason: RefundReason };

/** Nobody knows whether the shop heard of it: the same press is told again, and never becomes a second refund. */
const isUnanswered = (error: unknown): boolean =>
  !(error instanceof CallError) || error.status === 0 || error.status >= 500;

/** Asks for a refund. What the books say now is known whenever the shop has answered. */
export function useRefund(orderId: string, onDone: (order: OrderDetail) => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** What is left of a payment by the shop's last refusal. */
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
