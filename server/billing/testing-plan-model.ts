/**
 * Reference model of a seller's plan, as simple as possible: no rows, no events, no Stripe.
 * Times in seconds, money in US cents. For tests only.
 */
import { planOf, type PlanId } from '#domain/plans.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
export const TRIAL = 7 * DAY;
/** Stripe charges an invoice an hour after drafting it; a change waits 23 hours for its payment. */
const DRAFT = HOUR;
const PATIENCE = 23 * HOUR;

export type CardKind = 'good' | 'bad';
type Due = { amount: number; at: number; tries: number };
/** An upgrade, or the end of a pause, that waits for payment; a pause ends as of `requestedAt`. */
type Waiting = { plan: PlanId; amount: number; carried: number; since: number; expires: number };

export type Sub = {
  status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'paused';
  plan: PlanId;
  anchor: number;
  start: number;
  end: number;
  cancelAt: number | null;
  pending: PlanId | null;
  waiting: Waiting | null;
  /** Created and not charged yet, or charged without success. */
  due: Due | null;
};

/** `retryAt`: time of the next attempt; null after success. */
export type Move = { month: string; to: PlanId; tries: number; tryAt: number | null };

export type Model = {
  now: number;
  sub: Sub | null;
  card: CardKind | null;
  /** Billed amount that was too small to charge. */
  balance: number;
  /** All charges in order. */
  charges: number[];
  months: Map<string, number>;
  /** Automatic upgrades by month and plan. */
  moves: Map<string, Move>;
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

export const cents = (plan: PlanId): number => planOf(plan).priceUsd * 100;
export const monthAt = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 7);

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

function nextEnd({ anchor, end }: Sub): number {
  for (let count = 1; ; count++) {
    const at = monthsAfter(anchor, count);
    if (at > end) return at;
  }
}

/** Price of an upgrade at this second: new minus old price for the rest of the period, each rounded half up. */
export function difference({ plan, start, end }: Sub, to: PlanId, at: number): number {
  const length = end - start;
  // Divides last, because an exact half must not depend on floating-point rounding.
  const rest = (price: number) => Math.floor((2 * price * (end - at) + length) / (2 * length));
  return rest(cents(to)) - rest(cents(plan));
}

/** Smaller amounts are not charged but added to the next invoice. */
const LEAST = 50;

/** Bills an amount plus the balance. Returns false if the card declines; then nothing has changed. */
export function bill(model: Model, amount: number): boolean {
  const due = amount + model.balance;
  if (due < LEAST) {
    model.balance = due;
    return true;
  }
  if (!take(model, due)) return false;
  model.balance = 0;
  return true;
}

/** Charges the card. Returns false if there is none or it declines. */
export function take(model: Model, amount: number): boolean {
  if (model.card !== 'good') return false;
  model.charges.push(amount);
  return true;
}

/** Keeps a declined change pending; its invoice includes the balance. */
export function awaitPayment(model: Model, sub: Sub, plan: PlanId, amount: number, latest = Infinity): void {
  const { balance: carried, now: since } = model;
  model.balance = 0;
  sub.waiting = {
    plan,
    amount: amount + carried,
    carried,
    since,
    expires: Math.min(latest, since + PATIENCE),
  };
}

/** Drops a pending change and restores the balance that its invoice included. */
export function dropWaiting(model: Model, sub: Sub): void {
  model.balance += sub.waiting?.carried ?? 0;
  sub.waiting = null;
}

/** Advances the model to `until` and applies everything that becomes due. */
export function advance(model: Model, until: number): void {
  for (;;) {
    const { sub } = model;
    const next = sub ? nextMoment(sub) : null;
    if (!sub || !next || next.at > until) break;
    model.now = next.at;
    next.happen(model, sub);
  }
  model.now = until;
}

type Moment = { at: number; happen: (model: Model, sub: Sub) => void };

function nextMoment(sub: Sub): Moment | null {
  const moments: Moment[] = [];
  if (sub.status !== 'canceled' && sub.status !== 'paused') moments.push({ at: sub.end, happen: endPeriod });
  if (sub.due) moments.push({ at: sub.due.at, happen: collect });
  if (sub.waiting) moments.push({ at: sub.waiting.expires, happen: dropWaiting });
  return moments.toSorted((a, b) => a.at - b.at)[0] ?? null;
}

function endPeriod(model: Model, sub: Sub): void {
  if (sub.cancelAt !== null) return end(sub);
  if (sub.status === 'trialing' && model.card === null) {
    sub.status = 'paused';
    return;
  }
  if (sub.status === 'trialing') {
    sub.status = 'active';
    sub.anchor = sub.end;
  }
  if (sub.pending) sub.plan = sub.pending;
  sub.pending = null;
  dropWaiting(model, sub);
  sub.start = sub.end;
  sub.end = nextEnd(sub);
  sub.due = { amount: cents(sub.plan), at: sub.start + DRAFT, tries: 0 };
}

/** Days after the first failed charge; after the last one the subscription is canceled. */
const RETRIES = [3, 5, 7, 9];

function collect(model: Model, sub: Sub): void {
  if (!sub.due) return;
  if (sub.due.tries === 0) {
    sub.due.amount += model.balance;
    model.balance = 0;
  }
  if (take(model, sub.due.amount)) return settleDue(sub);
  const { tries, at } = sub.due;
  sub.status = 'past_due';
  const day = RETRIES[tries];
  const before = RETRIES[tries - 1] ?? 0;
  if (day === undefined) return end(sub);
  sub.due = { ...sub.due, tries: tries + 1, at: at + (day - before) * DAY };
}

export function settleDue(sub: Sub): void {
  sub.due = null;
  sub.status = 'active';
}

function end(sub: Sub): void {
  Object.assign(sub, { status: 'canceled', due: null, waiting: null, pending: null, cancelAt: null });
}
