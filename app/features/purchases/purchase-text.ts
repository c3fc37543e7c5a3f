import { pendingPaymentMessages } from '#content/messages/pending-payments.ts';
import {
  purchaseMessages,
  purchasePlanMessages,
  purchaseReceiptMessages,
  purchaseSubscriptionMessages,
} from '#content/messages/purchases.ts';
import { formatLongDate } from '#domain/format-date.ts';
import { formatMoney } from '#domain/money.ts';
import type { PaymentPlan } from '#domain/order.ts';
import { getArrival, getPaymentMethod } from '#domain/payment-methods.ts';
import {
  PURCHASES_LINK_MINUTES,
  type Purchase,
  type PurchaseReceipt,
  type PurchaseSubscription,
} from '#domain/purchase.ts';

const { states, notices } = purchaseMessages;
const subscriptionMessages = purchaseSubscriptionMessages;

export const formatDay = (iso: string): string => formatLongDate(new Date(iso));

/** `$12.00 USD every month`, with what follows a discount that ends. */
function formatRenewal({ amount, priceAfterDiscount: later, currency, billing }: PurchaseSubscription): string {
  const format = (minorUnits: number) =>
    subscriptionMessages.price[billing]({ amount: formatMoney(minorUnits, currency) });
  const price = format(amount);
  if (!later) return price;
  return subscriptionMessages.priceAfterDiscount({
    price,
    later: format(later.amount),
    day: formatDay(later.startsAt),
  });
}

type PurchaseState = { text: string; tone: 'plain' | 'wait' | 'back' | 'bad' };

/** State of the payment from the buyer's view. */
export function getPurchaseState(purchase: Purchase): PurchaseState {
  const { state, dispute, refunded, currency, total } = purchase;
  if (dispute === 'open') return { text: states.disputed, tone: 'wait' };
  if (dispute === 'lost') return { text: states.reversed, tone: 'back' };
  switch (state) {
    case 'pending':
      return { text: states.pending, tone: 'wait' };
    case 'failed':
      return { text: states.failed, tone: 'bad' };
    case 'refunded':
      return { text: states.refunded, tone: 'back' };
    case 'partly_refunded': {
      const amount = formatMoney(refunded, currency);
      return { text: refunded > 0 ? states.amountRefunded({ amount }) : states.partlyRefunded, tone: 'back' };
    }
    case 'paid':
      return { text: total === 0 && purchase.received === 0 ? states.free : states.paid, tone: 'plain' };
  }
}

/** A sentence about a payment that is on its way or did not arrive; null for any other. */
export function describePaymentProgress({ state, pending, createdAt }: Purchase): string | null {
  if (state === 'failed') return pendingPaymentMessages.notArrived;
  if (!pending) return null;
  const { paymentMethod, expiresAt } = pending;
  if (!paymentMethod) return pendingPaymentMessages.sinceDay({ day: formatDay(createdAt) });
  const method = getPaymentMethod(paymentMethod).name;
  return expiresAt && getArrival(paymentMethod) === 'voucher'
    ? pendingPaymentMessages.voucherOpen({ method, day: formatDay(expiresAt) })
    : pendingPaymentMessages.since({ method, day: formatDay(createdAt) });
}

/** Unpaid purchases have no receipt. */
const getDocumentKind = ({ state }: Pick<Purchase, 'state'>) =>
  state === 'pending' || state === 'failed' ? 'order' : 'receipt';

export const getDocumentName = (purchase: Pick<Purchase, 'state'>): string =>
  purchaseMessages.documents[getDocumentKind(purchase)];

/** Title of the document with its number. */
export const getReceiptTitle = (purchase: Pick<Purchase, 'state' | 'number'>): string =>
  purchaseReceiptMessages.title[getDocumentKind(purchase)](purchase);

/** State of a subscription, with the next retry of a failed renewal if it is known. */
export function describeSubscription(subscription: PurchaseSubscription): string {
  const { state, periodEnd, cancelAt, endedAt, failed, trial } = subscription;
  const messages = subscriptionMessages.states;
  const price = formatRenewal(subscription);
  switch (state) {
    case 'trialing': {
      const getText = trial === 'without_card' ? messages.trialingWithoutCard : messages.trialing;
      return getText({ price, day: formatDay(periodEnd) });
    }
    case 'active':
      return messages.active({ price, day: formatDay(periodEnd) });
    case 'ending':
      return (trial ? messages.endingTrial : messages.ending)({ day: formatDay(cancelAt ?? periodEnd) });
    case 'overdue':
      return failed?.nextTryAt
        ? messages.overdueWithRetry({ price, day: formatDay(failed.nextTryAt) })
        : messages.overdue({ price });
    case 'ended':
      return endedAt ? messages.endedOn({ day: formatDay(endedAt) }) : messages.ended;
  }
}

/** How far a payment plan is, and what follows. */
export function describePaymentPlan(
  { count, paid, state, nextAt }: PaymentPlan,
  { amount, currency, failed }: PurchaseSubscription,
): string {
  const messages = purchasePlanMessages;
  if (state === 'complete') return messages.complete({ count });
  const outlook = {
    running: nextAt && messages.next({ amount: formatMoney(amount, currency), day: formatDay(nextAt) }),
    overdue: failed?.nextTryAt ? messages.overdueWithRetry({ day: formatDay(failed.nextTryAt) }) : messages.overdue,
    ended_early: messages.endedEarly,
  }[state];
  return [messages.paid({ paid, count }), outlook].filter(Boolean).join(' ');
}

export function describeCancellation({ state, periodEnd }: PurchaseSubscription): string {
  const messages = subscriptionMessages.cancel;
  if (state === 'overdue') return messages.textOverdue;
  const day = formatDay(periodEnd);
  return state === 'trialing' ? messages.textTrial({ day }) : messages.text({ day });
}

export const describeResumption = (subscription: PurchaseSubscription): string =>
  subscriptionMessages.resume.text({ price: formatRenewal(subscription), day: formatDay(subscription.periodEnd) });

export function getRefundLabel({ state, at, items }: PurchaseReceipt['refunds'][number]): string {
  const messages = purchaseReceiptMessages.payments;
  const label = state === 'succeeded' ? messages.refunded : messages.refundPending;
  return [at && formatDay(at), label, items].filter(Boolean).join(' · ');
}

/** Messages after a redirect. */
const NOTICES = {
  sent: notices.sent({ minutes: PURCHASES_LINK_MINUTES }),
  'signed-out': notices.signedOut,
  canceled: notices.canceled,
  resumed: notices.resumed,
  card: notices.card,
  over: notices.ended,
  'bundle-gone': notices.bundleGone,
} as const;

export const getNotice = (code: string | null): string | null =>
  code !== null && Object.hasOwn(NOTICES, code) ? NOTICES[code as keyof typeof NOTICES] : null;
