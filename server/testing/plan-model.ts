/**
 * Reference model of a seller's plan, as simple as possible: no rows, no events, no Stripe.
 * Times in seconds, money in US cents. For tests only.
 */
import { getPlan, type PlanId } from '#domain/plans.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
export const TRIAL_S = 7 * DAY_S;
/** Stripe charges an invoice an hour after drafting it; a change waits 23 hours for its payment. */
const DRAFT_S = HOUR_S;
const PAYMENT_WINDOW_S = 23 * HOUR_S;

export type CardKind = 'good' | 'bad';
type OpenInvoice = { amount: number; at: number; tries: number };
/** An upgrade, or the end of a pause, that waits for payment; a pause ends as of `requestedAt`. */
type PendingPayment = {
  plan: PlanId;
  amount: number;
  carriedBalance: number;
  requestedAt: number;
  expires: number;
};

export type ModelSubscription = {
  status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'paused';
  plan: PlanId;
  anchor: number;
  start: number;
  end: number;
  cancelAt: number | null;
  pendingPlan: PlanId | null;
  pendingPayment: PendingPayment | null;
  /** Created and not charged yet, or charged without success. */
  openInvoice: OpenInvoice | null;
};

/** `retryAt`: time of the next attempt; null after success. */
export type LimitMove = { month: string; to: PlanId; tries: number; retryAt: number | null };

export type Model = {
  now: number;
  sub: ModelSubscription | null;
  card: CardKind | null;
  /** Billed amount that was too small to charge. */
  balance: number;
  /** All charges in order. */
  charges: number[];
  months: Map<string, number>;
  /** Automatic upgrades by month and plan. */
  moves: Map<string, LimitMove>;
};

export const newModel = (now: number): Model => ({
  now,
  sub: null,
  card: null,
  balance: 0,
  charges: [],
  months: new Map(),
  moves: new Map(),
});

export const priceInCents = (plan: PlanId): number => getPlan(plan).priceUsd * 100;
export const monthOfSeconds = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 7);

/** Returns the same day `count` months after the anchor, or the month's last day. */
export function monthsAfter(anchor: number, count: number): number {
  const from = new Date(anchor * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + count);
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), last));
  return Math.floor(to.getTime() / 1000);
}

function nextEnd({ anchor, end }: ModelSubscription): number {
  for (let count = 1; ; count++) {
    const at = monthsAfter(anchor, count);
    if (at > end) return at;
  }
}

/** Price of an upgrade at this second: new minus old price for the rest of the period, each rounded half up. */
export function upgradePrice({ plan, start, end }: ModelSubscription, to: PlanId, at: number): number {
  const length = end - start;
  // Divides last, because an exact half must not depend on floating-point rounding.
  const remainingPrice = (price: number) => Math.floor((2 * price * (end - at) + length) / (2 * length));
  return remainingPrice(priceInCents(to)) - remainingPrice(priceInCents(plan));
}

/** Smaller amounts are not charged but added to the next invoice. */
const MIN_CHARGE_CENTS = 50;

/** Bills an amount plus the balance. Returns false if the card declines; then nothing has changed. */
export function billAmount(model: Model, amount: number): boolean {
  const total = amount + model.balance;
  if (total < MIN_CHARGE_CENTS) {
    model.balance = total;
    return true;
  }
  if (!chargeCard(model, total)) return false;
  model.balance = 0;
  return true;
}

/** Charges the card. Returns false if there is none or it declines. */
export function chargeCard(model: Model, amount: number): boolean {
  if (model.card !== 'good') return false;
  model.charges.push(amount);
  return true;
}

/** Keeps a declined change pending; its invoice includes the balance. */
export function addPendingPayment(
  model: Model,
  sub: ModelSubscription,
  plan: PlanId,
  amount: number,
  latestExpiry = Infinity,
): void {
  const { balance: carriedBalance, now: requestedAt } = model;
  model.balance = 0;
  sub.pendingPayment = {
    plan,
    amount: amount + carriedBalance,
    carriedBalance,
    requestedAt,
    expires: Math.min(latestExpiry, requestedAt + PAYMENT_WINDOW_S),
  };
}

/** Drops a pending change and restores the balance that its invoice included. */
export function cancelPendingPayment(model: Model, sub: ModelSubscription): void {
  model.balance += sub.pendingPayment?.carriedBalance ?? 0;
  sub.pendingPayment = null;
}

/** Advances the model to `until` and applies everything that becomes due. */
export function advance(model: Model, until: number): void {
  for (;;) {
    const { sub } = model;
    const next = sub ? nextChange(sub) : null;
    if (!sub || !next || next.at > until) break;
    model.now = next.at;
    next.apply(model, sub);
  }
  model.now = until;
}

type ScheduledChange = { at: number; apply: (model: Model, sub: ModelSubscription) => void };

function nextChange(sub: ModelSubscription): ScheduledChange | null {
  const changes: ScheduledChange[] = [];
  if (sub.status !== 'canceled' && sub.status !== 'paused') changes.push({ at: sub.end, apply: finishPeriod });
  if (sub.openInvoice) changes.push({ at: sub.openInvoice.at, apply: chargeInvoice });
  if (sub.pendingPayment) changes.push({ at: sub.pendingPayment.expires, apply: cancelPendingPayment });
  return changes.toSorted((a, b) => a.at - b.at)[0] ?? null;
}

function finishPeriod(model: Model, sub: ModelSubscription): void {
  if (sub.cancelAt !== null) return endSubscription(sub);
  if (sub.status === 'trialing' && model.card === null) {
    sub.status = 'paused';
    return;
  }
  if (sub.status === 'trialing') {
    sub.status = 'active';
    sub.anchor = sub.end;
  }
  if (sub.pendingPlan) sub.plan = sub.pendingPlan;
  sub.pendingPlan = null;
  cancelPendingPayment(model, sub);
  sub.start = sub.end;
  sub.end = nextEnd(sub);
  sub.openInvoice = { amount: priceInCents(sub.plan), at: sub.start + DRAFT_S, tries: 0 };
}

/** Days after the first failed charge; after the last one the subscription is canceled. */
const RETRY_DAYS = [3, 5, 7, 9];

function chargeInvoice(model: Model, sub: ModelSubscription): void {
  if (!sub.openInvoice) return;
  if (sub.openInvoice.tries === 0) {
    sub.openInvoice.amount += model.balance;
    model.balance = 0;
  }
  if (chargeCard(model, sub.openInvoice.amount)) return markInvoicePaid(sub);
  const { tries, at } = sub.openInvoice;
  sub.status = 'past_due';
  const day = RETRY_DAYS[tries];
  const before = RETRY_DAYS[tries - 1] ?? 0;
  if (day === undefined) return endSubscription(sub);
  sub.openInvoice = { ...sub.openInvoice, tries: tries + 1, at: at + (day - before) * DAY_S };
}

export function markInvoicePaid(sub: ModelSubscription): void {
  sub.openInvoice = null;
  sub.status = 'active';
}

function endSubscription(sub: ModelSubscription): void {
  Object.assign(sub, {
    status: 'canceled',
    openInvoice: null,
    pendingPayment: null,
    pendingPlan: null,
    cancelAt: null,
  });
}
