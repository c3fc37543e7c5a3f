import type { ToastContent } from '#app/ui/toast-card.tsx';
import { formatMoney } from '#domain/money.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import type { RefundReason } from '#domain/refund.ts';

import { getBuyerName } from './order-look.ts';

export const REFUND_REASON_LABELS: Record<RefundReason, string> = {
  requested_by_customer: 'The buyer asked for it',
  duplicate: 'Paid twice by mistake',
  fraudulent: 'Fraudulent',
};

/** Short name of the refund's recipient. */
export const getPayeeName = (order: Pick<OrderDetail, 'buyerName' | 'email'>): string =>
  getBuyerName(order) ?? 'the buyer';

/** Toast after a refund request, from the order before and after it. */
export function createRefundToast(before: OrderDetail, after: OrderDetail): ToastContent {
  const previousIds = new Set(before.refunds.map(({ id }) => id));
  const newRefund = after.refunds.findLast(({ id }) => !previousIds.has(id)) ?? after.refunds.at(-1);
  const amount = formatMoney(newRefund?.amount ?? 0, after.currency);
  const payee = getPayeeName(after);
  return newRefund?.state === 'asked'
    ? {
        title: 'Refund under way',
        message: `Stripe has not answered yet. We go on asking until ${amount} is on its way to ${payee}.`,
      }
    : { title: 'Refund made', message: `${amount} goes back to ${payee} in 5 to 10 business days.` };
}
