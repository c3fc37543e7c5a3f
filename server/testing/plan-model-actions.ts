/** Actions of a seller on the reference model of plans, with their results. For tests only. */
import { comparePlans, getPlan, type PlanId } from '#domain/plans.ts';
import { getFittingPlan } from '#domain/usage.ts';

import {
  addPendingPayment,
  billAmount,
  priceInCents,
  upgradePrice,
  cancelPendingPayment,
  monthOfSeconds,
  monthsAfter,
  markInvoicePaid,
  chargeCard,
  TRIAL_S,
  type CardKind,
  type Model,
  type LimitMove,
  type ModelSubscription,
} from './plan-model.ts';

const createSubscription = (
  plan: PlanId,
  status: ModelSubscription['status'],
  at: number,
  until: number,
): ModelSubscription => ({
  status,
  plan,
  anchor: until,
  start: at,
  end: until,
  cancelAt: null,
  pendingPlan: null,
  pendingPayment: null,
  openInvoice: null,
});

/** First plan: starts the seller's only trial. */
export function startTrial(model: Model, plan: PlanId): string {
  const { sub } = model;
  if (!sub) {
    model.sub = createSubscription(plan, 'trialing', model.now, model.now + TRIAL_S);
    return 'created';
  }
  if (sub.status !== 'trialing') return 'subscription_exists';
  if (sub.plan === plan) return 'not created';
  const outcome = requestPlan(model, plan);
  return outcome === 'switched' ? 'not created' : outcome;
}

/** A seller chooses a plan. Returns the result or the error code. */
export function requestPlan(model: Model, to: PlanId): string {
  const { sub } = model;
  if (!sub) return 'subscription_missing';
  if (sub.status === 'past_due') return 'payment_overdue';
  if (sub.status === 'canceled' || sub.status === 'paused') return 'subscription_canceled';
  if (sub.pendingPayment?.plan === to) return payPending(model, sub, sub.pendingPayment);
  if (sub.plan === to) {
    if (!sub.pendingPlan && !sub.pendingPayment) return 'plan_held';
    sub.pendingPlan = null;
    cancelPendingPayment(model, sub);
    return 'kept';
  }
  return comparePlans(to, sub.plan) > 0 ? requestUpgrade(model, sub, to) : requestDowngrade(model, sub, to);
}

/** Pays the open invoice of a pending change with the current card. */
function payPending(
  model: Model,
  sub: ModelSubscription,
  { plan, amount, requestedAt: since }: NonNullable<ModelSubscription['pendingPayment']>,
): string {
  if (!chargeCard(model, amount)) return 'payment_needed';
  if (sub.status === 'paused') restartSubscription(model, plan, since);
  else Object.assign(sub, { plan, pendingPayment: null });
  return 'upgraded';
}

function restartSubscription(model: Model, plan: PlanId, at: number): void {
  model.sub = { ...createSubscription(plan, 'active', at, monthsAfter(at, 1)), anchor: at };
}

function requestUpgrade(model: Model, sub: ModelSubscription, to: PlanId): string {
  if (sub.status === 'trialing') {
    sub.plan = to;
    return 'switched';
  }
  if (!model.card) return 'payment_method_needed';
  sub.pendingPlan = null;
  cancelPendingPayment(model, sub);
  const priceDifference = upgradePrice(sub, to, model.now);
  if (billAmount(model, priceDifference)) {
    sub.plan = to;
    return 'upgraded';
  }
  addPendingPayment(model, sub, to, priceDifference, sub.end);
  return 'payment_needed';
}

function requestDowngrade(model: Model, sub: ModelSubscription, to: PlanId): string {
  if (sub.status === 'active' && sub.cancelAt !== null) return 'subscription_canceled';
  if (sub.status === 'active' && sub.pendingPlan === to) return 'scheduled';
  const limit = getPlan(to).monthlyLimitUsd;
  if (limit !== null && monthTotal(model) > limit * 100) return 'downgrade_below_sales';
  cancelPendingPayment(model, sub);
  if (sub.status === 'trialing') {
    sub.plan = to;
    return 'switched';
  }
  sub.pendingPlan = to;
  return 'scheduled';
}

export function cancelPlan(model: Model): string {
  const { sub } = model;
  if (!sub) return 'subscription_missing';
  if (sub.status === 'canceled' || sub.status === 'paused') return 'subscription_canceled';
  sub.cancelAt ??= sub.end;
  sub.pendingPlan = null;
  cancelPendingPayment(model, sub);
  return 'ending';
}

export function reactivatePlan(model: Model): string {
  const { sub } = model;
  if (!sub) return 'subscription_missing';
  if (sub.status !== 'canceled' && sub.status !== 'paused') {
    if (sub.cancelAt === null && sub.openInvoice && sub.status === 'past_due') return 'payment_overdue';
    sub.cancelAt = null;
    return 'reactivated';
  }
  if (!model.card) return 'card first';
  if (sub.pendingPayment)
    return payPending(model, sub, sub.pendingPayment) === 'upgraded' ? 'reactivated' : 'payment_declined';
  if (billAmount(model, priceInCents(sub.plan))) {
    restartSubscription(model, sub.plan, model.now);
    return 'reactivated';
  }
  // A canceled plan is not restarted; a paused one gets an open invoice.
  if (sub.status === 'paused') addPendingPayment(model, sub, sub.plan, priceInCents(sub.plan));
  return 'payment_declined';
}

/** Pays the open invoice on its page or with the current card. */
export function payOpenInvoice(model: Model): void {
  const { sub } = model;
  if (!sub || model.card !== 'good') return;
  if (sub.status === 'past_due' && sub.openInvoice && chargeCard(model, sub.openInvoice.amount)) markInvoicePaid(sub);
  if (sub.pendingPayment) payPending(model, sub, sub.pendingPayment);
}

const monthTotal = (model: Model): number => model.months.get(monthOfSeconds(model.now)) ?? 0;

export const isPlanActive = ({ sub }: Model): boolean =>
  sub?.status === 'trialing' || sub?.status === 'active' || sub?.status === 'past_due';

/** Returns the open amount; a renewal counts only after a failed charge. */
export function openInvoiceAmount({ sub }: Model): number | null {
  if (sub?.pendingPayment) return sub.pendingPayment.amount;
  return sub?.openInvoice && sub.openInvoice.tries > 0 ? sub.openInvoice.amount : null;
}

/** Adds a sale that may pass the limit; each month and plan has one automatic upgrade. */
export function addSale(model: Model, amount: number): void {
  const month = monthOfSeconds(model.now);
  model.months.set(month, monthTotal(model) + amount);
  const { sub } = model;
  if (!sub || (sub.status !== 'trialing' && sub.status !== 'active')) return;
  const limit = getPlan(sub.plan).monthlyLimitUsd;
  if (limit === null || monthTotal(model) <= limit * 100) return;
  queueLimitMove(model, month, getFittingPlan(monthTotal(model)));
}

function queueLimitMove(model: Model, month: string, to: PlanId): void {
  const key = `${month} ${to}`;
  if (model.moves.has(key)) return;
  model.moves.set(key, { month, to, tries: 0, retryAt: model.now });
  runDueMoves(model);
}

/** Runs upgrades that are due and drops those that are no longer needed. */
export function runDueMoves(model: Model): void {
  for (const [key, move] of model.moves)
    if (move.retryAt !== null && move.retryAt <= model.now) runMove(model, key, move);
}

const MAX_TRIES = 5;

function runMove(model: Model, key: string, move: LimitMove): void {
  const { sub } = model;
  const requiredPlan = getFittingPlan(monthTotal(model));
  const isValid = move.month === monthOfSeconds(model.now) && sub?.cancelAt === null;
  if (!sub || !isValid || (sub.status !== 'trialing' && sub.status !== 'active')) return void model.moves.delete(key);
  if (requiredPlan !== move.to || comparePlans(requiredPlan, sub.plan) <= 0) {
    model.moves.delete(key);
    if (comparePlans(requiredPlan, sub.plan) > 0) queueLimitMove(model, move.month, requiredPlan);
    return;
  }
  const outcome = moveTo(model, sub, move.to);
  if (outcome === 'upgraded' || outcome === 'switched') return void (move.retryAt = null);
  move.tries += 1;
  move.retryAt = move.tries < MAX_TRIES ? model.now + 86_400 : Infinity;
}

function moveTo(model: Model, sub: ModelSubscription, to: PlanId): string {
  const { pendingPayment } = sub;
  if (pendingPayment?.plan === to) return payPending(model, sub, pendingPayment);
  return pendingPayment && comparePlans(pendingPayment.plan, to) > 0
    ? 'payment_needed'
    : requestUpgrade(model, sub, to);
}

/** Replaces the card and retries what waits for a payment. */
export function replaceCard(model: Model, card: CardKind): void {
  if (!model.sub) return;
  if (card !== model.card) for (const move of model.moves.values()) if (move.retryAt !== null) move.retryAt = model.now;
  model.card = card;
  runDueMoves(model);
}

export function subtractRefund(model: Model, amount: number, soldAt: number): void {
  const month = monthOfSeconds(soldAt);
  model.months.set(month, (model.months.get(month) ?? 0) - amount);
}
