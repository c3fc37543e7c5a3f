/**
 * Reference model of the ledger: recomputes it from everything that Stripe knows, without events or rows and with
 * BigInt arithmetic. For tests only.
 */
import type Stripe from 'stripe';

import type { Facts, Payment } from './testing-ledger-facts.ts';

const DIGITS: Record<string, number> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 };
const THREE_DAYS = 3 * 86_400;

/** Rounds half up; both arguments are not negative. */
const rounded = (numerator: bigint, denominator: bigint): bigint => {
  const rest = numerator % denominator;
  return numerator / denominator + (rest * 2n >= denominator ? 1n : 0n);
};

/** Converts an amount to US cents; `rate` is units of its currency per US dollar, as text. */
export function centsOf(amount: bigint, currency: string, rate: string): bigint {
  const [whole = '0', part = ''] = rate.split('.');
  const units = 10n ** BigInt(DIGITS[currency] ?? 2);
  return rounded(amount * 100n * 10n ** BigInt(part.length), BigInt(whole + part) * units);
}

export const keptOf = ({ amount, given, disputes }: Payment) => {
  const claimed = disputes
    .filter(({ status }) => status === 'lost')
    .reduce((sum, dispute) => sum + BigInt(dispute.amount), 0n);
  const left = amount - given;
  return { given, lost: claimed < left ? claimed : left };
};

export type ModelPurchase = {
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
  failures: { least: number; most: number };
  /** State at the last update, to detect what is new. */
  told: Told;
};

type Told = {
  payments: Set<string>;
  refunds: Map<string, string | null>;
  disputes: Map<string, string>;
  subscriptions: Map<string, { cancelAt: number | null; ended: boolean }>;
  tries: Set<string>;
};

export const newModel = (): Model => ({
  purchases: new Map(),
  months: new Map(),
  mails: new Map(),
  failures: { least: 0, most: 0 },
  told: {
    payments: new Set(),
    refunds: new Map(),
    disputes: new Map(),
    subscriptions: new Map(),
    tries: new Set(),
  },
});

/** Updates the model to the given facts, as if all events were delivered. `now` in seconds. */
export function tellAll(
  model: Model,
  all: readonly Facts[],
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
    tellMails(model, facts, now);
  }
}

function addToPurchase({ purchases }: Model, account: string, payment: Payment): void {
  const { given, lost } = keptOf(payment);
  const before = purchases.get(payment.purchase);
  const received = (before?.received ?? 0n) + payment.amount;
  const refunded = (before?.refunded ?? 0n) + given;
  purchases.set(payment.purchase, {
    account,
    state: refunded === 0n ? 'paid' : refunded === received ? 'refunded' : 'partly_refunded',
    dispute: worst(before?.dispute ?? null, payment.disputes),
    received,
    refunded,
    lost: (before?.lost ?? 0n) + lost,
  });
}

const outcomeOf = (status: string): 'lost' | 'won' | 'open' => {
  if (status === 'lost') return 'lost';
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open';
};

function worst(before: string | null, disputes: readonly Stripe.Dispute[]): string | null {
  const all = [before, ...disputes.map(({ status }) => outcomeOf(status))];
  return ['lost', 'open', 'won'].find((outcome) => all.includes(outcome)) ?? null;
}

function addToMonth({ months }: Model, account: string, payment: Payment, rate: string): void {
  const cents = centsOf(payment.amount, payment.currency, payment.currency === 'USD' ? '1' : rate);
  const { given, lost } = keptOf(payment);
  const key = `${account} ${new Date(payment.at * 1000).toISOString().slice(0, 7)}`;
  const before = months.get(key) ?? { cents: 0n, payments: 0 };
  const kept = cents - rounded(cents * (given + lost), payment.amount);
  months.set(key, { cents: before.cents + kept, payments: before.payments + 1 });
}

function tellMails(model: Model, facts: Facts, now: number): void {
  const mail = (kind: string, at: number) => {
    if (now - at > THREE_DAYS) return;
    const key = `${facts.account} ${kind}`;
    model.mails.set(key, (model.mails.get(key) ?? 0) + 1);
  };
  for (const payment of facts.payments) tellPayment(model.told, payment, mail, now);
  for (const { session, at } of facts.free) {
    if (!model.told.payments.has(session)) mail('receipt', at);
    model.told.payments.add(session);
  }
  tellFailures(model, facts);
  for (const subscription of facts.subscriptions) tellSubscription(model.told, subscription, mail, now);
}

type Tell = (kind: string, at: number) => void;

function tellPayment(told: Told, payment: Payment, mail: Tell, now: number): void {
  if (!told.payments.has(payment.source)) {
    mail('receipt', payment.at);
    mail('sale_notice', payment.at);
  }
  told.payments.add(payment.source);
  for (const { id, status, created } of payment.refunds) {
    const before = told.refunds.get(id);
    if (status === 'succeeded' && before !== 'succeeded')
      mail('refund_made', before === undefined ? created : now);
    if (status === 'failed' && before !== 'failed') mail('refund_failed_notice', now);
    told.refunds.set(id, status);
  }
  for (const { id, status, created } of payment.disputes) {
    const before = told.disputes.get(id);
    if (before === undefined) mail('dispute_notice', created);
    else if (before.startsWith('warning') && !status.startsWith('warning')) mail('dispute_notice', now);
    if (outcomeOf(status) !== 'open' && outcomeOf(before ?? 'open') === 'open') mail('dispute_closed', now);
    told.disputes.set(id, status);
  }
}

/** Whether a buyer is emailed about a try after which the subscription ended depends on the order of events. */
function tellFailures({ told, failures }: Model, { owed, subscriptions }: Facts): void {
  for (const { invoice, subscription, tries } of owed) {
    const name = `${invoice} ${tries}`;
    if (told.tries.has(name)) continue;
    told.tries.add(name);
    const isOver = subscriptions.some(({ id, ended_at: at }) => id === subscription && at !== null);
    failures.most += 1;
    if (!isOver) failures.least += 1;
  }
}

function tellSubscription(told: Told, subscription: Stripe.Subscription, mail: Tell, now: number): void {
  const { id, cancel_at: cancelAt, canceled_at: canceledAt, ended_at: endedAt } = subscription;
  const before = told.subscriptions.get(id) ?? { cancelAt: null, ended: false };
  const ended = endedAt !== null;
  // A buyer who knows the scheduled end gets another email only if it comes earlier.
  const isEarly = before.cancelAt === null || (endedAt ?? 0) < before.cancelAt;
  if (ended && !before.ended && isEarly) mail('subscription_ends', endedAt);
  if (!ended && cancelAt !== null && cancelAt !== before.cancelAt)
    mail('subscription_ends', canceledAt ?? now);
  if (!ended && cancelAt === null && before.cancelAt !== null) mail('subscription_ends', now);
  told.subscriptions.set(id, { cancelAt: ended ? null : cancelAt, ended });
}
