import { PLANS, type Plan } from '#domain/plans.ts';

/** What happens beyond a plan's limit, in one sentence: whoever chooses the plan agrees to it. */
export function pastLimit(plan: Plan): string {
  const next = PLANS[PLANS.indexOf(plan) + 1];
  return next && plan.monthlyLimitUsd !== null
    ? `Past the limit you move to ${next.name} and pay the difference for the rest of the month; no sale is ever stopped.`
    : 'There is no limit to pass: no sale is ever stopped, and the price stays what it is.';
}
