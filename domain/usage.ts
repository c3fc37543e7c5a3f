import { getPlan, PLANS, type PlanId } from './plans.ts';
import type { MonthlySales } from './subscription.ts';

/** The UTC month in which a sale counts: `2026-11`. */
export const getMonth = (at: Date): string => at.toISOString().slice(0, 7);

/** Time at which the counter resets. */
export const getNextMonthStart = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));

/** Sales of a month net of refunds, in US cents. */
export type MonthlySum = { usdCents: number; transactions: number };

/** Usage of a month against the plan's limit; without a plan there is no limit. */
export function getMonthlySales({ usdCents, transactions }: MonthlySum, plan: PlanId | null): MonthlySales {
  const limit = plan === null ? null : getPlan(plan).monthlyLimitUsd;
  return {
    amount: usdCents / 100,
    limit,
    percentage: limit === null ? 0 : Math.floor(usdCents / limit),
    transactions,
    exceeded: limit !== null && usdCents > limit * 100,
  };
}

/** The smallest plan whose limit the sales do not exceed. */
export const getFittingPlan = (usdCents: number): PlanId =>
  PLANS.find(({ monthlyLimitUsd }) => monthlyLimitUsd === null || usdCents <= monthlyLimitUsd * 100)?.id ?? 'pro';

/** The next larger plan; null for the largest. */
export const getNextPlan = (plan: PlanId): PlanId | null =>
  PLANS[PLANS.findIndex(({ id }) => id === plan) + 1]?.id ?? null;
