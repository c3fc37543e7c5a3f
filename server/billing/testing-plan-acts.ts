/** Actions of a seller on the reference model of plans, with their results. For tests only. */
import { comparePlans, planOf, type PlanId } from '#domain/plans.ts';
import { planThatFits } from '#domain/usage.ts';

import {
  awaitPayment,
  bill,
  cents,
  difference,
  dropWaiting,
  monthAt,
  monthsAfter,
  settleDue,
  take,
  TRIAL,
  type CardKind,
  type Model,
  type Move,
  type Sub,
} from './testing-plan-model.ts';

const newSub = (plan: PlanId, status: Sub['status'], at: number, until: number): Sub => ({
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

/** First plan: starts the seller's only trial. */
export function enter(model: Model, plan: PlanId): string {
  const { sub } = model;
  if (!sub) {
    model.sub = newSub(plan, 'trialing', model.now, model.now + TRIAL);
    return 'created';
  }
  if (sub.status !== 'trialing') return 'subscription_exists';
  if (sub.plan === plan) return 'not created';
  const outcome = choose(model, plan);
  return outcome === 'switched' ? 'not created' : outcome;
}

/** A seller chooses a plan. Returns the result or the error code. */
export function choose(model: Model, to: PlanId): string {
  const { sub } = model;
  if (!sub) return 'subscription_missing';
  if (sub.status === 'past_due') return 'payment_overdue';
  if (sub.status === 'canceled' || sub.status === 'paused') return 'subscription_canceled';
  if (sub.waiting?.plan === to) return payWaiting(model, sub, sub.waiting);
  if (sub.plan === to) {
    if (!sub.pending && !sub.waiting) return 'plan_held';
    sub.pending = null;
    dropWaiting(model, sub);
    return 'kept';
  }
  return comparePlans(to, sub.plan) > 0 ? chooseLarger(model, sub, to) : chooseSmaller(model, sub, to);
}

/** Pays the open invoice of a pending change with the current card. */
function payWaiting(model: Model, sub: Sub, { plan, amount, since }: NonNullable<Sub['waiting']>): string {
  if (!take(model, amount)) return 'payment_needed';
  if (sub.status === 'paused') beginAgain(model, plan, since);
  else Object.assign(sub, { plan, waiting: null });
  return 'upgraded';
}

function beginAgain(model: Model, plan: PlanId, at: number): void {
  model.sub = { ...newSub(plan, 'active', at, monthsAfter(at, 1)), anchor: at };
}

function chooseLarger(model: Model, sub: Sub, to: PlanId): string {
  if (sub.status === 'trialing') {
    sub.plan = to;
    return 'switched';
  }
  if (!model.card) return 'payment_method_needed';
  sub.pending = null;
  dropWaiting(model, sub);
  const more = difference(sub, to, model.now);
  if (bill(model, more)) {
    sub.plan = to;
    return 'upgraded';
  }
  awaitPayment(model, sub, to, more, sub.end);
  return 'payment_needed';
}

function chooseSmaller(model: Model, sub: Sub, to: PlanId): string {
  if (sub.status === 'active' && sub.cancelAt !== null) return 'subscription_canceled';
  if (sub.status === 'active' && sub.pending === to) return 'scheduled';
  const limit = planOf(to).monthlyLimitUsd;
  if (limit !== null && sumOf(model) > limit * 100) return 'downgrade_below_sales';
  dropWaiting(model, sub);
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
  dropWaiting(model, sub);
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
  if (sub.waiting)
    return payWaiting(model, sub, sub.waiting) === 'upgraded' ? 'reactivated' : 'payment_declined';
  if (bill(model, cents(sub.plan))) {
    beginAgain(model, sub.plan, model.now);
    return 'reactivated';
  }
  // A canceled plan is not restarted; a paused one gets an open invoice.
  if (sub.status === 'paused') awaitPayment(model, sub, sub.plan, cents(sub.plan));
  return 'payment_declined';
}

/** Pays the open invoice on its page or with the current card. */
export function payDue(model: Model): void {
  const { sub } = model;
  if (!sub || model.card !== 'good') return;
  if (sub.status === 'past_due' && sub.due && take(model, sub.due.amount)) settleDue(sub);
  if (sub.waiting) payWaiting(model, sub, sub.waiting);
}

const sumOf = (model: Model): number => model.months.get(monthAt(model.now)) ?? 0;

export const hasAccess = ({ sub }: Model): boolean =>
  sub?.status === 'trialing' || sub?.status === 'active' || sub?.status === 'past_due';

/** Returns the open amount; a renewal counts only after a failed charge. */
export function openBill({ sub }: Model): number | null {
  if (sub?.waiting) return sub.waiting.amount;
  return sub?.due && sub.due.tries > 0 ? sub.due.amount : null;
}

/** Adds a sale that may pass the limit; each month and plan has one automatic upgrade. */
export function sell(model: Model, amount: number): void {
  const month = monthAt(model.now);
  model.months.set(month, sumOf(model) + amount);
  const { sub } = model;
  if (!sub || (sub.status !== 'trialing' && sub.status !== 'active')) return;
  const limit = planOf(sub.plan).monthlyLimitUsd;
  if (limit === null || sumOf(model) <= limit * 100) return;
  begin(model, month, planThatFits(sumOf(model)));
}

function begin(model: Model, month: string, to: PlanId): void {
  const key = `${month} ${to}`;
  if (model.moves.has(key)) return;
  model.moves.set(key, { month, to, tries: 0, tryAt: model.now });
  tryMoves(model);
}

/** Runs upgrades that are due and drops those that are no longer needed. */
export function tryMoves(model: Model): void {
  for (const [key, move] of model.moves)
    if (move.tryAt !== null && move.tryAt <= model.now) tryMove(model, key, move);
}

const MOST_TRIES = 5;

function tryMove(model: Model, key: string, move: Move): void {
  const { sub } = model;
  const fits = planThatFits(sumOf(model));
  const isStill = move.month === monthAt(model.now) && sub?.cancelAt === null;
  if (!sub || !isStill || (sub.status !== 'trialing' && sub.status !== 'active'))
    return void model.moves.delete(key);
  if (fits !== move.to || comparePlans(fits, sub.plan) <= 0) {
    model.moves.delete(key);
    if (comparePlans(fits, sub.plan) > 0) begin(model, move.month, fits);
    return;
  }
  const outcome = moveTo(model, sub, move.to);
  if (outcome === 'upgraded' || outcome === 'switched') return void (move.tryAt = null);
  move.tries += 1;
  move.tryAt = move.tries < MOST_TRIES ? model.now + 86_400 : Infinity;
}

function moveTo(model: Model, sub: Sub, to: PlanId): string {
  const { waiting } = sub;
  if (waiting?.plan === to) return payWaiting(model, sub, waiting);
  return waiting && comparePlans(waiting.plan, to) > 0 ? 'payment_needed' : chooseLarger(model, sub, to);
}

/** Replaces the card and retries what waits for a payment. */
export function takeCard(model: Model, card: CardKind): void {
  if (!model.sub) return;
  if (card !== model.card)
    for (const move of model.moves.values()) if (move.tryAt !== null) move.tryAt = model.now;
  model.card = card;
  tryMoves(model);
}

export function refund(model: Model, amount: number, soldAt: number): void {
  const month = monthAt(soldAt);
  model.months.set(month, (model.months.get(month) ?? 0) - amount);
}
