/**
 * Reference model of the ledger: recomputes it from everything that Stripe knows, without events or rows and with
 * BigInt arithmetic. For tests only.
 */
import type Stripe from 'stripe';

import { getCancelAt, type StripeFacts, type Payment } from './ledger-facts.ts';

const DIGITS: Record<string, number> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 };
const THREE_DAYS_S = 3 * 86_400;

/** Rounds half up; both arguments are not negative. */
const divideRounded = (numerator: bigint, denominator: bigint): bigint => {
  const remainder = numerator % denominator;
  return numerator / denominator + (remainder * 2n >= denominator ? 1n : 0n);
};

/** Converts an amount to US cents; `rate` is units of its currency per US dollar, as text. */
function usdCentsOf(amount: bigint, currency: string, rate: string): bigint {
  const [integerPart = '0', fractionPart = ''] = rate.split('.');
  const units = 10n ** BigInt(DIGITS[currency] ?? 2);
  return divideRounded(amount * 100n * 10n ** BigInt(fractionPart.length), BigInt(integerPart + fractionPart) * units);
}

export const refundedAndLost = ({ amount, refundedAmount, disputes }: Payment) => {
  const claimedAmount = disputes
    .filter(({ status }) => status === 'lost')
    .reduce((sum, dispute) => sum + BigInt(dispute.amount), 0n);
  const remaining = amount - refundedAmount;
  return { refundedAmount, lost: claimedAmount < remaining ? claimedAmount : remaining };
};

type ModelPurchase = {
  account: string;
  state: string;
  dispute: string | null;
  received: bigint;
  refunded: bigint;
  lost: bigint;
};

/** `mails` counts emails by account and kind; `failures` bounds the number of `renewal_failed` emails. */
export type Model = {
  /** Orders by their session or subscription id. */
  purchases: Map<string, ModelPurchase>;
  /** US cents and payments by account and month. */
  months: Map<string, { cents: bigint; payments: number }>;
  mails: Map<string, number>;
  failures: { min: number; max: number };
  /** State at the last update, to detect what is new. */
  notified: NotifiedState;
};

type NotifiedState = {
  payments: Set<string>;
  refunds: Map<string, string | null>;
  disputes: Map<string, string>;
  subscriptions: Map<string, { cancelAt: number | null; ended: boolean; changedAt: number }>;
  /** Scheduled ends and their undoing. Stripe's times are in seconds: the same one within a second is the same event. */
  ends: Set<string>;
  tries: Set<string>;
};

export const newModel = (): Model => ({
  purchases: new Map(),
  months: new Map(),
  mails: new Map(),
  failures: { min: 0, max: 0 },
  notified: {
    payments: new Set(),
    refunds: new Map(),
    disputes: new Map(),
    subscriptions: new Map(),
    ends: new Set(),
    tries: new Set(),
  },
});

/** Updates the model to the given facts, as if all events were delivered. `now` in seconds. */
export function applyFacts(
  model: Model,
  all: readonly StripeFacts[],
  rates: Record<string, string>,
  now: number,
): void {
  model.purchases.clear();
  model.months.clear();
  for (const facts of all) {
    for (const payment of facts.payments) {
      addToPurchase(model, facts.account, payment);
      addToMonth(model, facts.account, payment, rates[payment.currency] ?? '1');
    }
    countEmails(model, facts, now);
  }
}

function addToPurchase({ purchases }: Model, account: string, payment: Payment): void {
  const { refundedAmount, lost } = refundedAndLost(payment);
  const before = purchases.get(payment.purchase);
  const received = (before?.received ?? 0n) + payment.amount;
  const refunded = (before?.refunded ?? 0n) + refundedAmount;
  purchases.set(payment.purchase, {
    account,
    state: refunded === 0n ? 'paid' : refunded === received ? 'refunded' : 'partly_refunded',
    dispute: worstOutcome(before?.dispute ?? null, payment.disputes),
    received,
    refunded,
    lost: (before?.lost ?? 0n) + lost,
  });
}

const outcomeOf = (status: string): 'lost' | 'won' | 'open' => {
  if (status === 'lost') return 'lost';
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open';
};

function worstOutcome(before: string | null, disputes: readonly Stripe.Dispute[]): string | null {
  const all = [before, ...disputes.map(({ status }) => outcomeOf(status))];
  return ['lost', 'open', 'won'].find((outcome) => all.includes(outcome)) ?? null;
}

function addToMonth({ months }: Model, account: string, payment: Payment, rate: string): void {
  const cents = usdCentsOf(payment.amount, payment.currency, payment.currency === 'USD' ? '1' : rate);
  const { refundedAmount, lost } = refundedAndLost(payment);
  const key = `${account} ${new Date(payment.at * 1000).toISOString().slice(0, 7)}`;
  const before = months.get(key) ?? { cents: 0n, payments: 0 };
  const netCents = cents - divideRounded(cents * (refundedAmount + lost), payment.amount);
  months.set(key, { cents: before.cents + netCents, payments: before.payments + 1 });
}

function countEmails(model: Model, facts: StripeFacts, now: number): void {
  const countEmail = (kind: string, at: number) => {
    if (now - at > THREE_DAYS_S) return;
    const key = `${facts.account} ${kind}`;
    model.mails.set(key, (model.mails.get(key) ?? 0) + 1);
  };
  for (const payment of facts.payments) countPaymentEmails(model.notified, payment, countEmail, now);
  for (const { session, at } of facts.free) {
    if (!model.notified.payments.has(session)) countEmail('receipt', at);
    model.notified.payments.add(session);
  }
  countFailureEmails(model, facts);
  for (const subscription of facts.subscriptions)
    countSubscriptionEmails(model.notified, subscription, countEmail, now);
}

type CountEmail = (kind: string, at: number) => void;

function countPaymentEmails(notified: NotifiedState, payment: Payment, countEmail: CountEmail, now: number): void {
  if (!notified.payments.has(payment.source)) {
    countEmail('receipt', payment.at);
    countEmail('sale_notice', payment.at);
  }
  notified.payments.add(payment.source);
  for (const { id, status, created } of payment.refunds) {
    const before = notified.refunds.get(id);
    if (status === 'succeeded' && before !== 'succeeded')
      countEmail('refund_made', before === undefined ? created : now);
    if (status === 'failed' && before !== 'failed') countEmail('refund_failed_notice', now);
    notified.refunds.set(id, status);
  }
  for (const { id, status, created } of payment.disputes) {
    const before = notified.disputes.get(id);
    if (before === undefined) countEmail('dispute_notice', created);
    else if (before.startsWith('warning') && !status.startsWith('warning')) countEmail('dispute_notice', now);
    if (outcomeOf(status) !== 'open' && outcomeOf(before ?? 'open') === 'open') countEmail('dispute_closed', now);
    notified.disputes.set(id, status);
  }
}

/** Whether a buyer is emailed about a try after which the subscription ended depends on the order of events. */
function countFailureEmails({ notified, failures }: Model, { openRenewals, subscriptions }: StripeFacts): void {
  for (const { invoice, subscription, tries } of openRenewals) {
    const name = `${invoice} ${tries}`;
    if (notified.tries.has(name)) continue;
    notified.tries.add(name);
    const isOver = subscriptions.some(({ id, ended_at: at }) => id === subscription && at !== null);
    failures.max += 1;
    if (!isOver) failures.min += 1;
  }
}

function countSubscriptionEmails(
  notified: NotifiedState,
  subscription: Stripe.Subscription,
  countEmail: CountEmail,
  now: number,
): void {
  const { id, canceled_at: canceledAt, ended_at: endedAt } = subscription;
  const cancelAt = getCancelAt(subscription);
  const before = notified.subscriptions.get(id) ?? { cancelAt: null, ended: false, changedAt: now };
  const ended = endedAt !== null;
  // A buyer who knows the scheduled end gets another email only if it comes earlier.
  const isEarly = before.cancelAt === null || (endedAt ?? 0) < before.cancelAt;
  if (ended && !before.ended && isEarly) countEmail('subscription_ends', endedAt);
  const countEnd = (name: string, at: number) => {
    if (!notified.ends.has(`${id} ${name}`)) countEmail('subscription_ends', at);
    notified.ends.add(`${id} ${name}`);
  };
  if (!ended && cancelAt !== null && cancelAt !== before.cancelAt)
    countEnd(`set ${cancelAt} ${canceledAt}`, canceledAt ?? now);
  if (!ended && cancelAt === null && before.cancelAt !== null) countEnd(`undone ${before.changedAt}`, now);
  const changedAt = cancelAt === before.cancelAt ? before.changedAt : now;
  notified.subscriptions.set(id, { cancelAt: ended ? null : cancelAt, ended, changedAt });
}
