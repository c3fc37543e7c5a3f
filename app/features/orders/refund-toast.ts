import type { ToastContent } from '#app/components/toast-card.tsx';
import { getBuyerName } from '#app/lib/buyer-name.ts';
import { formatMoney } from '#app/lib/format-money.ts';
import { orderMessages } from '#content/messages/orders.ts';
import { refundMessages } from '#content/messages/refunds.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

const messages = refundMessages.dialog;

/** Short name of the refund's recipient. */
export const getPayeeName = (order: Pick<OrderDetail, 'buyerName' | 'email'>): string =>
  getBuyerName(order) ?? orderMessages.unknownBuyer;

/** Toast after a refund request, from the order before and after it. */
export function createRefundToast(before: OrderDetail, after: OrderDetail): ToastContent {
  const previousIds = new Set(before.refunds.map(({ id }) => id));
  const newRefund = after.refunds.findLast(({ id }) => !previousIds.has(id)) ?? after.refunds.at(-1);
  const amount = formatMoney(newRefund?.amount ?? 0, after.currency);
  const buyer = getPayeeName(after);
  return newRefund?.state === 'asked'
    ? { title: messages.inProgressTitle, message: messages.inProgress({ amount, buyer }) }
    : { title: messages.successTitle, message: messages.success({ amount, buyer }) };
}
