import { orderDetailMessages } from '#content/messages/order-details.ts';
import type { RefundReason } from '#domain/refund.ts';

const { refundReasons, refundFailures, disputeReasons, disputeStatuses } = orderDetailMessages;

export const REFUND_REASON_LABELS: Record<RefundReason, string> = refundReasons;

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
