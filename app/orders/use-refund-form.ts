import { useState, type FormEvent } from 'react';

import { toast } from '#app/ui/toast.tsx';
import type { OrderDetail, OrderPayment } from '#domain/order-detail.ts';
import { refundAmountFrom, type RefundReason } from '#domain/refund.ts';

import { refundToast } from './refund-words.ts';
import { useRefund } from './use-refund.ts';

/** What is chosen and typed of a refund, and what is wrong with it. */
export function useRefundForm(order: OrderDetail, onDone: (order: OrderDetail) => void) {
  const { busy, problem, rests, clear, refund } = useRefund(order.id, (after) => {
    toast(refundToast(order, after));
    onDone(after);
  });
  const payments = order.payments.filter(({ refundable }) => refundable > 0);
  const [paymentId, setPaymentId] = useState(payments.at(-1)?.id ?? '');
  const [part, setPart] = useState(false);
  const [typed, setTyped] = useState('');
  const [judged, setJudged] = useState(false);
  const [reason, setReason] = useState<RefundReason>('requested_by_customer');
  const restOf = ({ id, refundable }: OrderPayment): number => rests[id] ?? refundable;
  const rest = payments.filter(({ id }) => id === paymentId).reduce((sum, one) => sum + restOf(one), 0);
  const wished = part ? refundAmountFrom(typed, rest, order.currency) : { amount: rest };
  const amount = 'amount' in wished && wished.amount > 0 ? wished.amount : null;
  const changing =
    <T>(set: (value: T) => void) =>
    (value: T): void => {
      clear();
      set(value);
    };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setJudged(true);
    if (amount !== null) void refund({ paymentId, amount, reason });
  };
  return {
    busy,
    problem,
    payments,
    paymentId,
    part,
    typed,
    reason,
    rest,
    restOf,
    amount,
    submit,
    typedProblem: judged && 'problem' in wished ? wished.problem : null,
    choosePayment: changing(setPaymentId),
    choosePart: changing(setPart),
    type: changing(setTyped),
    leave: () => setJudged(typed.trim() !== ''),
    chooseReason: changing(setReason),
  };
}
