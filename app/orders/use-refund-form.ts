import { useState, type FormEvent } from 'react';

import { toast } from '#app/ui/toast.tsx';
import type { OrderDetail, OrderPayment } from '#domain/order-detail.ts';
import { refundAmountFrom, type RefundReason } from '#domain/refund.ts';

import { refundToast } from './refund-words.ts';
import { useRefund } from './use-refund.ts';

type Draft = { paymentId: string; part: boolean; typed: string; reason: RefundReason };

/** State and validation of the refund form. */
export function useRefundForm(order: OrderDetail, onDone: (order: OrderDetail) => void) {
  const { busy, problem, rests, clear, refund } = useRefund(order.id, (after) => {
    toast(refundToast(order, after));
    onDone(after);
  });
  const payments = order.payments.filter(({ refundable }) => refundable > 0);
  const [draft, setDraft] = useState<Draft>({
    paymentId: payments.at(-1)?.id ?? '',
    part: false,
    typed: '',
    reason: 'requested_by_customer',
  });
  const [judged, setJudged] = useState(false);
  const { paymentId, part, typed, reason } = draft;
  const restOf = ({ id, refundable }: OrderPayment): number => rests[id] ?? refundable;
  const chosen = payments.find(({ id }) => id === paymentId);
  const rest = chosen ? restOf(chosen) : 0;
  const wished = part ? refundAmountFrom(typed, rest, order.currency) : { amount: rest };
  const amount = 'amount' in wished && wished.amount > 0 ? wished.amount : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setJudged(true);
    if (amount !== null) void refund({ paymentId, amount, reason });
  };
  const change = (to: Partial<Draft>): void => {
    clear();
    setDraft((last) => ({ ...last, ...to }));
  };
  const typedProblem = judged && 'problem' in wished ? wished.problem : null;
  const leave = (): void => setJudged(typed.trim() !== '');
  return { busy, problem, payments, draft, rest, restOf, amount, typedProblem, submit, change, leave };
}
