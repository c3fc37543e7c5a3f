import { comparePlans, type Plan } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

/** What the card of a plan offers to whoever has a plan. */
export type PlanOffer =
  | { kind: 'held' }
  /** It is held, and a smaller one is to come, which can be called off. */
  | { kind: 'keep' }
  | { kind: 'reactivate' }
  /** Another plan while none runs. */
  | { kind: 'closed' }
  | { kind: 'coming'; at: string }
  /** A change at once without a charge, in the trial. */
  | { kind: 'switch' }
  | { kind: 'up' }
  | { kind: 'down'; at: string | null }
  /** Smaller than this month's sales. */
  | { kind: 'too_small'; limit: number };

export function planOffer({ id, monthlyLimitUsd }: Plan, status: SubscriptionStatus): PlanOffer {
  const { currentPlan, pendingPlan, monthlySales, currentPeriodEnd } = status;
  const held = id === currentPlan;
  if (status.status === 'canceled' || currentPlan === null) return { kind: held ? 'reactivate' : 'closed' };
  if (held) return { kind: pendingPlan ? 'keep' : 'held' };
  if (pendingPlan?.plan === id) return { kind: 'coming', at: pendingPlan.at };
  const larger = comparePlans(id, currentPlan) > 0;
  if (!larger && monthlyLimitUsd !== null && monthlySales.amount > monthlyLimitUsd)
    return { kind: 'too_small', limit: monthlyLimitUsd };
  if (status.status === 'trialing') return { kind: 'switch' };
  return larger ? { kind: 'up' } : { kind: 'down', at: currentPeriodEnd };
}
