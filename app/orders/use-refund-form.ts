import { useState, type FormEvent } from 'react';

import { toast } from '#app/ui/toast.tsx';
import type { OrderDetail, OrderPayment } from '#domain/order-detail.ts';
import { parseRefundAmount, type RefundReason } from '#domain/refund.ts';

import { createRefundToast } from './refund-words.ts';
import { useRefund } from './use-refund.ts';

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
