/**
 * What should become of a seller's plan, told a second time and as simply as possible: no rows, no events, no provider.
 * Times in seconds, money in US cents. Seen by tests only.
 */
import { comparePlans, planOf, type PlanId } from '#domain/plans.ts';
import { planThatFits } from '#domain/usage.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const TRIAL = 7 * DAY;
/** Stripe's hour between an invoice's draft and its charge, and how long a change waits for its payment. */
const DRAFT = HOUR;
const PATIENCE = 23 * HOUR;

export type CardKind = 'good' | 'bad';
type Due = { amount: number; at: number; tries: number };
/** The wish for a larger plan that waits for its payment. */
type Waiting = { plan: PlanId; amount: number; expires: number };

export type Sub = {
  status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'paused';
  plan: PlanId;
  anchor: number;
  start: number;
  end: number;
  cancelAt: number | null;
  pending: PlanId | null;
  waiting: Waiting | null;
  /** Made and not yet charged, or charged in vain. */
  due: Due | null;
};

export type Model = {
  now: number;
  sub: Sub | null;
  card: CardKind | null;
  /** Everything that was taken, in the order in which it was. */
  charges: number[];
  months: Map<string, number>;
  /** Months and plans that sales have moved the seller to, or tried to. */
  moved: Set<string>;
};

export const newModel = (now: number): Model => ({
  now,
  sub: null,
  card: null,
  charges: [],
  months: new Map(),
  moved: new Set(),
});

const cents = (plan: PlanId): number => planOf(plan).priceUsd * 100;
export const monthAt = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 7);

/** The `count`th month after the anchor: the same day, or the month's last. */
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

const halfUp = (value: number): number => Math.floor(value + 0.5);

/** What an upgrade costs at this second: the rest of the period on the new price less that on the old. */
export function difference(sub: Sub, to: PlanId, at: number): number {
  const rest = (sub.end - at) / (sub.end - sub.start);
  return halfUp(cents(to) * rest) - halfUp(cents(sub.plan) * rest);
}

const take = (model: Model, amount: number): boolean => {
  if (model.card !== 'good') return false;
  if (amount > 0) model.charges.push(amount);
  return true;
};

/** Lets the model's time come to `until`, with everything that falls due on the way. */
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
  if (sub.status === 'canceled' || sub.status === 'paused') return null;
  const moments: Moment[] = [{ at: sub.end, happen: endPeriod }];
  if (sub.due) moments.push({ at: sub.due.at, happen: collect });
  if (sub.waiting) moments.push({ at: sub.waiting.expires, happen: (_, one) => void (one.waiting = null) });
  return moments.reduce((first, one) => (one.at < first.at ? one : first));
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
  sub.waiting = null;
  sub.start = sub.end;
  sub.end = nextEnd(sub);
  sub.due = { amount: cents(sub.plan), at: sub.start + DRAFT, tries: 0 };
}

/** Days after the first vain try; after the last one nobody tries any more. */
const RETRIES = [3, 5, 7, 9];

function collect(model: Model, sub: Sub): void {
  if (!sub.due) return;
  if (take(model, sub.due.amount)) return settleDue(sub);
  const { tries, at } = sub.due;
  sub.status = 'past_due';
  const day = RETRIES[tries];
  const before = RETRIES[tries - 1] ?? 0;
  if (day === undefined) return end(sub);
  sub.due = { ...sub.due, tries: tries + 1, at: at + (day - before) * DAY };
}

function settleDue(sub: Sub): void {
  sub.due = null;
  sub.status = 'active';
}

function end(sub: Sub): void {
  Object.assign(sub, { status: 'canceled', due: null, waiting: null, pending: null, cancelAt: null });
}

const begin = (plan: PlanId, status: Sub['status'], at: number, until: number): Sub => ({
  status,
  plan,
  anchor: until,
  start: at,
  end: until,
  cancelAt: null,
  pending: null,
  waiting: null,
  due: null,
});

/** A first entry: one trial in a life. */
export function enter(model: Model, plan: PlanId): string {
  const { sub } = model;
  if (!sub) {
    model.sub = begin(plan, 'trialing', model.now, model.now + TRIAL);
    return 'created';
  }
  if (sub.status !== 'trialing') return 'subscription_exists';
  if (sub.plan === plan) return 'not created';
  const outcome = choose(model, plan);
  return outcome === 'switched' ? 'not created' : outcome;
}

/** A seller's wish for a plan: what it comes to, or the code with which it is refused. */
export function choose(model: Model, to: PlanId): string {
  const { sub } = model;
  if (!sub) return 'subscription_missing';
  if (sub.status === 'past_due') return 'payment_overdue';
  if (sub.status === 'canceled' || sub.status === 'paused') return 'subscription_canceled';
  if (sub.waiting?.plan === to) return 'payment_needed';
  if (sub.plan === to) {
    if (!sub.pending && !sub.waiting) return 'plan_held';
    sub.pending = null;
    sub.waiting = null;
    return 'kept';
  }
  return comparePlans(to, sub.plan) > 0 ? chooseLarger(model, sub, to) : chooseSmaller(model, sub, to);
}

function chooseLarger(model: Model, sub: Sub, to: PlanId): string {
  if (sub.status === 'trialing') {
    sub.plan = to;
    return 'switched';
  }
  if (!model.card) return 'payment_method_needed';
  sub.pending = null;
  sub.waiting = null;
  const amount = difference(sub, to, model.now);
  if (take(model, amount)) {
    sub.plan = to;
    return 'upgraded';
  }
  sub.waiting = { plan: to, amount, expires: Math.min(sub.end, model.now + PATIENCE) };
  return 'payment_needed';
}

function chooseSmaller(model: Model, sub: Sub, to: PlanId): string {
  if (sub.status === 'active' && sub.cancelAt !== null) return 'subscription_canceled';
  if (sub.status === 'active' && sub.pending === to) return 'scheduled';
  const limit = planOf(to).monthlyLimitUsd;
  if (limit !== null && sumOf(model) > limit * 100) return 'downgrade_below_sales';
  sub.waiting = null;
  if (sub.status === 'trialing') {
    sub.plan = to;
    return 'switched';
  }
  sub.pending = to;
  return 'scheduled';
}

export function cancel(model: Model): string {
  const { sub } = model;
  if (!sub) return 'subscription_missing';
  if (sub.status === 'canceled' || sub.status === 'paused') return 'subscription_canceled';
  sub.cancelAt ??= sub.end;
  sub.pending = null;
  sub.waiting = null;
  return 'ending';
}

export function reactivate(model: Model): string {
  const { sub } = model;
  if (!sub) return 'subscription_missing';
  if (sub.status !== 'canceled' && sub.status !== 'paused') {
    if (sub.cancelAt === null && sub.due && sub.status === 'past_due') return 'payment_overdue';
    sub.cancelAt = null;
    return 'reactivated';
  }
  if (!model.card) return 'card first';
  if (!take(model, cents(sub.plan))) return 'payment_declined';
  model.sub = begin(sub.plan, 'active', model.now, monthsAfter(model.now, 1));
  model.sub.anchor = model.now;
  return 'reactivated';
}

/** The open invoice is paid on its page, or its card is tried again. */
export function payDue(model: Model): void {
  const { sub } = model;
  if (!sub || model.card !== 'good') return;
  if (sub.status === 'past_due' && sub.due && take(model, sub.due.amount)) settleDue(sub);
  if (sub.waiting && take(model, sub.waiting.amount)) {
    sub.plan = sub.waiting.plan;
    sub.waiting = null;
  }
}

const sumOf = (model: Model): number => model.months.get(monthAt(model.now)) ?? 0;

export const hasAccess = ({ sub }: Model): boolean =>
  sub?.status === 'trialing' || sub?.status === 'active' || sub?.status === 'past_due';

/** A sale that the limit may notice: the plan moves once for each month and plan. */
export function sell(model: Model, amount: number): void {
  const month = monthAt(model.now);
  model.months.set(month, sumOf(model) + amount);
  const { sub } = model;
  if (!sub || sub.cancelAt !== null || (sub.status !== 'trialing' && sub.status !== 'active')) return;
  const limit = planOf(sub.plan).monthlyLimitUsd;
  if (limit === null || sumOf(model) <= limit * 100) return;
  const to = planThatFits(sumOf(model));
  const move = `${month} ${to}`;
  if (model.moved.has(move)) return;
  model.moved.add(move);
  if (sub.waiting && comparePlans(sub.waiting.plan, to) >= 0) return;
  chooseLarger(model, sub, to);
}

export function refund(model: Model, amount: number, soldAt: number): void {
  const month = monthAt(soldAt);
  model.months.set(month, (model.months.get(month) ?? 0) - amount);
}
