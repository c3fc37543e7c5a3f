import { PLANS, type Plan } from '#domain/plans.ts';

/** What happens beyond a plan's sales limit. Sellers agree to it by choosing the plan. */
export function describeSalesLimit(plan: Plan): string {
  const nextPlan = PLANS[PLANS.indexOf(plan) + 1];
  return nextPlan && plan.monthlyLimitUsd !== null
    ? `Past the limit there is an automatic upgrade to ${nextPlan.name} with an immediate prorated charge; no sale is ever stopped.`
    : 'Sales are unlimited: no sale is ever stopped, and the price stays what it is.';
}
