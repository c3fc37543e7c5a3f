import type { ToastContent } from '#app/components/toast-card.tsx';
import { getBuyerName } from '#app/lib/buyer-name.ts';
import { formatMoney } from '#app/lib/format-money.ts';
import { orderDetailMessages } from '#content/messages/order-details.ts';
import { orderMessages } from '#content/messages/orders.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import type { RefundReason } from '#domain/refund.ts';

const { refundDialog: messages, refundReasons, refundFailures, disputeReasons, disputeStatuses } = orderDetailMessages;

export const REFUND_REASON_LABELS: Record<RefundReason, string> = refundReasons;

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

/** Readable form of an unknown code: `some_new_reason` becomes “Some new reason”. */
function humanizeCode(code: string): string {
  const text = code.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const createLabeler = (labels: Record<string, string>) => (code: string) =>
  Object.hasOwn(labels, code) ? (labels[code] ?? '') : humanizeCode(code);

export const getDisputeReasonLabel = createLabeler(disputeReasons);
export const getDisputeStatusLabel = createLabeler(disputeStatuses);
export const getRefundFailureLabel = createLabeler(refundFailures);
