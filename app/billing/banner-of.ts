import { USAGE_WARNING_PERCENT, type PlanId } from '#domain/plans.ts';
import { daysLeft, type SubscriptionStatus } from '#domain/subscription.ts';

/** What is said about the plan, one thing at a time. */
export type Banner =
  | { kind: 'past_due' }
  | { kind: 'needs_upgrade'; plan: PlanId }
  /** `until`: when a plan that was cancelled and still runs ends; null when it has ended. */
  | { kind: 'canceled'; until: string | null }
  | { kind: 'none' }
  /** No plan, and the trial was used before. */
  | { kind: 'trial_used' }
  /** A plan without a trial whose first invoice is not paid yet. `url`: where it is paid. */
  | { kind: 'unpaid'; plan: PlanId; url: string | null }
  /** `days`: left of a trial; null outside of one. */
  | { kind: 'near'; plan: PlanId; days: number | null }
  | { kind: 'trialing'; plan: PlanId; days: number }
  /** An announced price of the plan. Minor units of US dollars. */
  | { kind: 'new_price'; plan: PlanId; amount: number; at: string }
  | { kind: 'active'; plan: PlanId };

/** The most urgent of all that could be said. */
export function bannerOf(answer: SubscriptionStatus): Banner {
  const { status, currentPlan: plan, suggestedPlan, trialEndsAt, cancelAt, monthlySales, now } = answer;
  if (answer.trialUsed && plan) return { kind: 'unpaid', plan, url: answer.due?.url ?? null };
  if (status === 'past_due') return { kind: 'past_due' };
  if (answer.needsUpgrade && suggestedPlan) return { kind: 'needs_upgrade', plan: suggestedPlan };
  if (status === 'canceled') return { kind: 'canceled', until: null };
  if (!answer.hasSubscription || status === null || plan === null)
    return { kind: answer.trialUsed ? 'trial_used' : 'none' };
  if (cancelAt) return { kind: 'canceled', until: cancelAt };
  const days = status === 'trialing' && trialEndsAt ? daysLeft(new Date(trialEndsAt), new Date(now)) : null;
  if (monthlySales.percentage >= USAGE_WARNING_PERCENT) return { kind: 'near', plan, days };
  if (days !== null) return { kind: 'trialing', plan, days };
  if (answer.newPrice) return { kind: 'new_price', plan, ...answer.newPrice };
  return { kind: 'active', plan };
}
