import { formatLongDate } from '#domain/format-date.ts';
import { formatMoney } from '#domain/money.ts';
import type { BillingInterval } from '#domain/order.ts';
import {
  PURCHASES_LINK_MINUTES,
  type Purchase,
  type PurchaseReceipt,
  type PurchaseSubscription,
} from '#domain/purchase.ts';

export const formatDay = (iso: string): string => formatLongDate(new Date(iso));

const BILLING_LABELS: Record<BillingInterval, string> = {
  weekly: 'every week',
  monthly: 'every month',
  yearly: 'every year',
};

/** `$12.00 USD every month`. */
export const formatRenewal = ({ amount, currency, billing }: PurchaseSubscription): string =>
  `${formatMoney(amount, currency)} ${BILLING_LABELS[billing]}`;

export type PurchaseState = { text: string; tone: 'plain' | 'wait' | 'back' | 'bad' };

/** State of the payment from the buyer's view. */
export function getPurchaseState(purchase: Purchase): PurchaseState {
  const { state, dispute, refunded, currency, total } = purchase;
  if (dispute === 'open') return { text: 'Questioned through your bank', tone: 'wait' };
  if (dispute === 'lost') return { text: 'Given back by your bank', tone: 'back' };
  switch (state) {
    case 'pending':
      return { text: 'Your payment is on its way', tone: 'wait' };
    case 'failed':
      return { text: 'Not paid', tone: 'bad' };
    case 'refunded':
      return { text: 'Refunded', tone: 'back' };
    case 'partly_refunded': {
      const partialText = refunded > 0 ? `${formatMoney(refunded, currency)} refunded` : 'Refunded in part';
      return { text: partialText, tone: 'back' };
    }
    case 'paid':
      return { text: total === 0 && purchase.received === 0 ? 'Free' : 'Paid', tone: 'plain' };
  }
}

/** Name of the document: unpaid purchases have no receipt. */
export const getDocumentName = ({ state }: Pick<Purchase, 'state'>): 'Order' | 'Receipt' =>
  state === 'pending' || state === 'failed' ? 'Order' : 'Receipt';

/** State of a subscription in one sentence. */
export function describeSubscription(subscription: PurchaseSubscription): string {
  const { state, periodEnd, cancelAt, endedAt } = subscription;
  switch (state) {
    case 'active':
      return `${formatRenewal(subscription)}. The next payment is on ${formatDay(periodEnd)}.`;
    case 'ending':
      return `Cancelled. You keep what you have paid for until ${formatDay(cancelAt ?? periodEnd)}, and nothing more is taken.`;
    case 'overdue':
      return `${formatRenewal(subscription)}. The last payment could not be taken.`;
    case 'ended':
      return endedAt ? `Ended on ${formatDay(endedAt)}.` : 'Ended.';
  }
}

/** Next retry of a failed renewal; empty if unknown. */
export const describeNextRetry = ({ failed }: PurchaseSubscription): string =>
  failed?.nextTryAt ? `It is tried again on ${formatDay(failed.nextTryAt)}.` : '';

/** Consequences of canceling. */
export const describeCancellation = ({ state, periodEnd }: PurchaseSubscription): string =>
  state === 'overdue'
    ? 'The last payment could not be taken, so it ends at once. Nothing more is tried, and nothing more is taken.'
    : `You keep what you have paid for until ${formatDay(periodEnd)}. After that it ends, and nothing more is taken.`;

export const describeResumption = (subscription: PurchaseSubscription): string =>
  `It goes on as before: ${formatRenewal(subscription)}, the next time on ${formatDay(subscription.periodEnd)}.`;

export const getRefundLabel = ({ state }: PurchaseReceipt['refunds'][number]): string =>
  state === 'succeeded' ? 'Refunded' : 'Refund on its way';

/** Messages after a redirect. */
const NOTICES = {
  sent: `If there are purchases with this address, a mail with a link is on its way. The link works once, within ${PURCHASES_LINK_MINUTES} minutes.`,
  'signed-out': 'You are signed out.',
  canceled: 'The subscription is cancelled. Nothing more is taken.',
  resumed: 'The subscription goes on.',
  card: 'Your new card is used from the next payment on.',
  over: 'That subscription has ended already.',
} as const;

export const getNotice = (code: string | null): string | null =>
  code !== null && Object.hasOwn(NOTICES, code) ? NOTICES[code as keyof typeof NOTICES] : null;
