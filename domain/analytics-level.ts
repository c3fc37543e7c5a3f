import { comparePlans } from './plans.ts';
import type { AnalyticsAsk, AnalyticsDimension, AnalyticsLevel } from './analytics.ts';
import type { PlanId } from './plans.ts';

const BASIC_PERIODS: readonly unknown[] = ['today', 'yesterday', '7d', '30d'];

/** All of it from Growth on, while the plan gives access. */
export const analyticsLevelOf = (plan: PlanId | null, access: boolean): AnalyticsLevel =>
  access && plan !== null && comparePlans(plan, 'growth') >= 0 ? 'full' : 'basic';

/** What is beyond the basic level in what was asked, in words; null: nothing. */
export function beyondBasic({
  period,
  compare = 'none',
  by = 'page',
}: AnalyticsAsk & { by?: AnalyticsDimension }): string | null {
  if (!BASIC_PERIODS.includes(period)) return 'To look further back than 30 days belongs to the Growth plan.';
  if (compare !== 'none') return 'Comparing with an earlier period belongs to the Growth plan.';
  if (by !== 'page') return 'Where visits and sales come from belongs to the Growth plan.';
  return null;
}
