import { USAGE_WARNING_PERCENTAGE, type PlanId } from '#domain/plans.ts';
import { daysLeft, type SubscriptionStatus } from '#domain/subscription.ts';

/** Message about the plan; one is shown at a time. */
export type PlanBanner =
  | { kind: 'past_due' }
  | { kind: 'needs_upgrade'; plan: PlanId }
  /** `until`: end of a canceled plan that still runs; null if it has ended. */
  | { kind: 'canceled'; until: string | null }
  | { kind: 'none' }
  /** No plan, and the trial was used before. */
  | { kind: 'trial_used' }
  /** A plan without a trial whose first invoice is unpaid. `url`: invoice page. */
  | { kind: 'unpaid'; plan: PlanId; url: string | null }
  /** `days`: remaining trial days; null without a trial. */
  | { kind: 'near'; plan: PlanId; days: number | null }
  | { kind: 'trialing'; plan: PlanId; days: number }
  /** Announced price of the plan in US cents. */
  | { kind: 'new_price'; plan: PlanId; amount: number; at: string }
  | { kind: 'active'; plan: PlanId };

/** The most urgent banner for a status. */
export function getPlanBanner(subscription: SubscriptionStatus): PlanBanner {
  const { status, currentPlan: plan, suggestedPlan, trialEndsAt, cancelAt, monthlySales, now } = subscription;
  if (subscription.trialUsed && plan) return { kind: 'unpaid', plan, url: subscription.due?.url ?? null };
  if (status === 'past_due') return { kind: 'past_due' };
  if (subscription.needsUpgrade && suggestedPlan) return { kind: 'needs_upgrade', plan: suggestedPlan };
  if (status === 'canceled') return { kind: 'canceled', until: null };
  if (!subscription.hasSubscription || status === null || plan === null)
    return { kind: subscription.trialUsed ? 'trial_used' : 'none' };
  if (cancelAt) return { kind: 'canceled', until: cancelAt };
  const days = status === 'trialing' && trialEndsAt ? daysLeft(new Date(trialEndsAt), new Date(now)) : null;
  if (monthlySales.percentage >= USAGE_WARNING_PERCENTAGE) return { kind: 'near', plan, days };
  if (days !== null) return { kind: 'trialing', plan, days };
  if (subscription.newPrice) return { kind: 'new_price', plan, ...subscription.newPrice };
  return { kind: 'active', plan };
}
