import { ShopError } from '#domain/errors.ts';
import { longDate } from '#domain/long-date.ts';
import { comparePlans, type PlanId } from '#domain/plans.ts';

import type { PlanRow } from '#server/db/plan-subscriptions.ts';

/** Who wants another plan: the seller by a click, or a month's sales that have passed a limit. */
export type Why = 'seller' | 'limit';

/**
 * What a wish for a plan comes to. `switch`: at once and free; `upgrade`: at once and charged; `schedule`: with the next
 * billing cycle, which `scheduled` says it is already; `pay`: the invoice for it is open and tried again; `keep`: the plan that is held
 * stays instead of another that was to come; `held`: the seller has the plan already; `large enough` and `ending`: nothing is to be done.
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

/** Throws ShopError where the wish cannot be granted. */
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

/** A subscription of something that is no plan of ours any more counts as smaller than each. */
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
