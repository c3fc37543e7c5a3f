import type { ToastContent } from '#app/components/toast-card.tsx';
import { formatMoney } from '#domain/money.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import type { RefundReason } from '#domain/refund.ts';

import { getBuyerName } from './order-display.ts';

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

/** Labels of Stripe's dispute reasons. */
const DISPUTE_REASON_LABELS: Record<string, string> = {
  bank_cannot_process: 'The bank cannot process the payment',
  check_returned: 'The check was returned',
  credit_not_processed: 'A promised refund did not come',
  customer_initiated: 'The buyer asked their bank to return it',
  debit_not_authorized: 'The debit was not authorised',
  duplicate: 'Charged twice',
  fraudulent: 'The cardholder says they did not pay',
  general: 'No reason was given',
  incorrect_account_details: 'Wrong account details',
  insufficient_funds: 'Not enough money in the account',
  noncompliant: 'The payment broke the card network’s rules',
  product_not_received: 'The buyer says nothing arrived',
  product_unacceptable: 'The buyer says it is not what was sold',
  subscription_canceled: 'The buyer says they had cancelled',
  unrecognized: 'The buyer does not recognise the payment',
};

const DISPUTE_STATUS_LABELS: Record<string, string> = {
  needs_response: 'Waiting for your answer',
  under_review: 'Your answer is with the bank',
  won: 'Won: the money is back',
  lost: 'Lost: the money went back to the buyer',
  prevented: 'Prevented before it was opened',
  warning_needs_response: 'The bank asks about it, no money was taken',
  warning_under_review: 'The bank looks at your answer, no money was taken',
  warning_closed: 'The bank asked, and nothing came of it',
};

const REFUND_FAILURE_LABELS: Record<string, string> = {
  charge_for_pending_refund_disputed: 'The buyer’s bank has called the payment into question',
  declined: 'The buyer’s bank declined it',
  expired_or_canceled_card: 'The buyer’s card has expired or was cancelled',
  insufficient_funds: 'Your Stripe balance did not hold enough',
  lost_or_stolen_card: 'The buyer’s card is lost or stolen',
  merchant_request: 'It was called back',
  unknown: 'The bank gave no reason',
};

/** Readable form of an unknown code: `some_new_reason` becomes “Some new reason”. */
function humanizeCode(code: string): string {
  const text = code.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const createLabeler = (labels: Record<string, string>) => (code: string) =>
  Object.hasOwn(labels, code) ? (labels[code] ?? '') : humanizeCode(code);

export const getDisputeReasonLabel = createLabeler(DISPUTE_REASON_LABELS);
export const getDisputeStatusLabel = createLabeler(DISPUTE_STATUS_LABELS);
export const getRefundFailureLabel = createLabeler(REFUND_FAILURE_LABELS);
