import { longDate } from '#domain/long-date.ts';
import { moneyText } from '#domain/money.ts';
import type { BillingInterval } from '#domain/order.ts';
import {
  PURCHASES_LINK_MINUTES,
  type Purchase,
  type PurchaseReceipt,
  type PurchaseSubscription,
} from '#domain/purchase.ts';

export const dayText = (iso: string): string => longDate(new Date(iso));

const EVERY: Record<BillingInterval, string> = {
  weekly: 'every week',
  monthly: 'every month',
  yearly: 'every year',
};

/** `$12.00 USD every month`. */
export const renewalText = ({ amount, currency, billing }: PurchaseSubscription): string =>
  `${moneyText(amount, currency)} ${EVERY[billing]}`;

export type PurchaseState = { text: string; tone: 'plain' | 'wait' | 'back' | 'bad' };

/** State of the payment from the buyer's view. */
export function stateOf(purchase: Purchase): PurchaseState {
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
      const part = refunded > 0 ? `${moneyText(refunded, currency)} refunded` : 'Refunded in part';
      return { text: part, tone: 'back' };
    }
    case 'paid':
      return { text: total === 0 && purchase.received === 0 ? 'Free' : 'Paid', tone: 'plain' };
  }
}

/** Name of the document: unpaid purchases have no receipt. */
export const paperName = ({ state }: Pick<Purchase, 'state'>): 'Order' | 'Receipt' =>
  state === 'pending' || state === 'failed' ? 'Order' : 'Receipt';

/** State of a subscription in one sentence. */
export function subscriptionText(subscription: PurchaseSubscription): string {
  const { state, periodEnd, cancelAt, endedAt } = subscription;
  switch (state) {
    case 'active':
      return `${renewalText(subscription)}. The next payment is on ${dayText(periodEnd)}.`;
    case 'ending':
      return `Cancelled. You keep what you have paid for until ${dayText(cancelAt ?? periodEnd)}, and nothing more is taken.`;
    case 'overdue':
      return `${renewalText(subscription)}. The last payment could not be taken.`;
    case 'ended':
      return endedAt ? `Ended on ${dayText(endedAt)}.` : 'Ended.';
  }
}

/** Next retry of a failed renewal; empty if unknown. */
export const nextTryText = ({ failed }: PurchaseSubscription): string =>
  failed?.nextTryAt ? `It is tried again on ${dayText(failed.nextTryAt)}.` : '';

/** Consequences of canceling. */
export const cancelText = ({ state, periodEnd }: PurchaseSubscription): string =>
  state === 'overdue'
    ? 'The last payment could not be taken, so it ends at once. Nothing more is tried, and nothing more is taken.'
    : `You keep what you have paid for until ${dayText(periodEnd)}. After that it ends, and nothing more is taken.`;

export const resumeText = (subscription: PurchaseSubscription): string =>
  `It goes on as before: ${renewalText(subscription)}, the next time on ${dayText(subscription.periodEnd)}.`;

export const refundText = ({ state }: PurchaseReceipt['refunds'][number]): string =>
  state === 'succeeded' ? 'Refunded' : 'Refund on its way';

/** Messages after a redirect. */
const SAID = {
  sent: `If there are purchases with this address, a mail with a link is on its way. The link works once, within ${PURCHASES_LINK_MINUTES} minutes.`,
  'signed-out': 'You are signed out.',
  canceled: 'The subscription is cancelled. Nothing more is taken.',
  resumed: 'The subscription goes on.',
  card: 'Your new card is used from the next payment on.',
  over: 'That subscription has ended already.',
} as const;

export const saidText = (code: string | null): string | null =>
  code !== null && Object.hasOwn(SAID, code) ? SAID[code as keyof typeof SAID] : null;
