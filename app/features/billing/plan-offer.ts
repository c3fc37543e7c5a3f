import { comparePlans, type Plan } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

/** The change that a plan card offers. */
export type PlanOffer =
  | { kind: 'held' }
  /** The current plan, with a scheduled downgrade that can be canceled. */
  | { kind: 'keep' }
  | { kind: 'reactivate' }
  /** Another plan while none runs. */
  | { kind: 'closed' }
  | { kind: 'coming'; at: string }
  /** Immediate change without a charge, in the trial. */
  | { kind: 'switch' }
  | { kind: 'up' }
  | { kind: 'down'; at: string | null }
  /** Below this month's sales. */
  | { kind: 'too_small'; limit: number };

export function getPlanOffer({ id, monthlyLimitUsd }: Plan, status: SubscriptionStatus): PlanOffer {
  const { currentPlan, pendingPlan, monthlySales, currentPeriodEnd } = status;
  const isCurrent = id === currentPlan;
  if (status.status === 'canceled' || currentPlan === null) return { kind: isCurrent ? 'reactivate' : 'closed' };
  if (isCurrent) return { kind: pendingPlan ? 'keep' : 'held' };
  if (pendingPlan?.plan === id) return { kind: 'coming', at: pendingPlan.at };
  const isLarger = comparePlans(id, currentPlan) > 0;
  if (!isLarger && monthlyLimitUsd !== null && monthlySales.amount > monthlyLimitUsd)
    return { kind: 'too_small', limit: monthlyLimitUsd };
  if (status.status === 'trialing') return { kind: 'switch' };
  return isLarger ? { kind: 'up' } : { kind: 'down', at: currentPeriodEnd };
}
