import { ShopError } from '#domain/errors.ts';
import { longDate } from '#domain/long-date.ts';
import { comparePlans, type PlanId } from '#domain/plans.ts';

import type { PlanRow } from '#server/db/plan-subscriptions.ts';

/** Cause of a plan change: the seller's choice or monthly sales above the limit. */
export type Why = 'seller' | 'limit';

/**
 * Kind of a plan change. `switch`: at once, free; `upgrade`: at once, charged; `schedule`: with the next period
 * (`scheduled` if it already is); `pay`: the open invoice is paid again; `keep`: a pending change is dropped; `held`:
 * the seller has the plan; `large enough`, `ending`: nothing to do.
 */
export type Move =
  | 'switch'
  | 'upgrade'
  | 'schedule'
  | 'scheduled'
  | 'pay'
  | 'keep'
  | 'held'
  | 'large enough'
  | 'ending';

type Standing = Pick<PlanRow, 'status' | 'plan' | 'cancelAt' | 'due' | 'pendingPlan' | 'card'>;

/** Decides how a plan change is made. Throws AppError if it is not allowed. */
export function moveOf(standing: Standing, to: PlanId, why: Why): Move {
  refuseUnlessPaid(standing);
  return why === 'limit' ? moveByLimit(standing, to) : moveBySeller(standing, to);
}

function refuseUnlessPaid({ status, due }: Standing): void {
  if (status === 'trialing' || status === 'active') return;
  if (status === null) throw new ShopError('subscription_missing');
  if (status === 'past_due' || status === 'unpaid' || status === 'incomplete')
    throw new ShopError('payment_overdue', due?.url ? { facts: { url: due.url } } : {});
  throw new ShopError('subscription_canceled');
}

/** An unknown plan counts as smaller than every plan. */
const isLarger = (to: PlanId, held: PlanId | null): boolean => held === null || comparePlans(to, held) > 0;

function moveByLimit({ status, plan, cancelAt, due, card }: Standing, to: PlanId): Move {
  if (cancelAt) return 'ending';
  if (!isLarger(to, plan)) return 'large enough';
  if (due?.plan && comparePlans(due.plan, to) >= 0) return 'pay';
  if (status === 'trialing') return 'switch';
  if (!card) throw new ShopError('payment_method_needed');
  return 'upgrade';
}

function moveBySeller({ status, plan, cancelAt, due, pendingPlan, card }: Standing, to: PlanId): Move {
  if (due?.plan === to) return 'pay';
  if (plan === to) {
    return pendingPlan || due?.plan ? 'keep' : 'held';
  }
  if (status === 'trialing') return 'switch';
  if (isLarger(to, plan)) {
    if (!card) throw new ShopError('payment_method_needed');
    return 'upgrade';
  }
  if (cancelAt) {
    const message = `Your plan ends on ${longDate(cancelAt)}. Reactivate it first, then choose a smaller one.`;
    throw new ShopError('subscription_canceled', { message });
  }
  return pendingPlan === to ? 'scheduled' : 'schedule';
}
