import { AppError } from '#domain/errors.ts';
import { formatLongDate } from '#domain/long-date.ts';
import { comparePlans, type PlanId } from '#domain/plans.ts';

import type { PlanRow } from '#server/db/plan-subscriptions.ts';

/** Cause of a plan change: the seller's choice or monthly sales above the limit. */
export type ChangeReason = 'seller' | 'limit';

/**
 * Kind of a plan change. `switch`: at once, free; `upgrade`: at once, charged; `schedule`: with the next period
 * (`scheduled` if it already is); `pay`: the open invoice is paid again; `keep`: a pending change is dropped; `held`:
 * the seller has the plan; `large enough`, `ending`: nothing to do.
 */
export type PlanMove =
  | 'switch'
  | 'upgrade'
  | 'schedule'
  | 'scheduled'
  | 'pay'
  | 'keep'
  | 'held'
  | 'large enough'
  | 'ending';

type PlanState = Pick<PlanRow, 'status' | 'plan' | 'cancelAt' | 'due' | 'pendingPlan' | 'card'>;

/** Decides how a plan change is made. Throws AppError if it is not allowed. */
export function resolvePlanMove(planState: PlanState, to: PlanId, reason: ChangeReason): PlanMove {
  assertPaid(planState);
  return reason === 'limit' ? resolveLimitMove(planState, to) : resolveSellerMove(planState, to);
}

function assertPaid({ status, due }: PlanState): void {
  if (status === 'trialing' || status === 'active') return;
  if (status === null) throw new AppError('subscription_missing');
  if (status === 'past_due' || status === 'unpaid' || status === 'incomplete')
    throw new AppError('payment_overdue', due?.url ? { facts: { url: due.url } } : {});
  throw new AppError('subscription_canceled');
}

/** An unknown plan counts as smaller than every plan. */
const isLarger = (to: PlanId, currentPlan: PlanId | null): boolean =>
  currentPlan === null || comparePlans(to, currentPlan) > 0;

function resolveLimitMove({ status, plan, cancelAt, due, card }: PlanState, to: PlanId): PlanMove {
  if (cancelAt) return 'ending';
  if (!isLarger(to, plan)) return 'large enough';
  if (due?.plan && comparePlans(due.plan, to) >= 0) return 'pay';
  if (status === 'trialing') return 'switch';
  if (!card) throw new AppError('payment_method_needed');
  return 'upgrade';
}

function resolveSellerMove({ status, plan, cancelAt, due, pendingPlan, card }: PlanState, to: PlanId): PlanMove {
  if (due?.plan === to) return 'pay';
  if (plan === to) {
    return pendingPlan || due?.plan ? 'keep' : 'held';
  }
  if (status === 'trialing') return 'switch';
  if (isLarger(to, plan)) {
    if (!card) throw new AppError('payment_method_needed');
    return 'upgrade';
  }
  if (cancelAt) {
    const message = `Your plan ends on ${formatLongDate(cancelAt)}. Reactivate it first, then choose a smaller one.`;
    throw new AppError('subscription_canceled', { message });
  }
  return pendingPlan === to ? 'scheduled' : 'schedule';
}
