import { PLANS, type Plan } from '#domain/plans.ts';

/** What happens beyond a plan's sales limit. Sellers agree to it by choosing the plan. */
export function pastLimit(plan: Plan): string {
  const next = PLANS[PLANS.indexOf(plan) + 1];
  return next && plan.monthlyLimitUsd !== null
    ? `Past the limit there is an automatic upgrade to ${next.name} with an immediate prorated charge; no sale is ever stopped.`
    : 'Sales are unlimited: no sale is ever stopped, and the price stays what it is.';
}
