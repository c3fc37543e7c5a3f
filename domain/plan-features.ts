import { analyticsPlanMessages } from '#content/messages/plans.ts';

import type { AnalyticsQuery, AnalyticsDimension, AnalyticsLevel } from './analytics.ts';
import { comparePlans, getPlan, type PlanId } from './plans.ts';

const BASIC_PERIODS: readonly unknown[] = ['today', 'yesterday', '7d', '30d'];

/** Full analytics start at Growth, while the plan gives access. */
export const getAnalyticsLevel = (plan: PlanId | null, access: boolean): AnalyticsLevel =>
  access && plan !== null && comparePlans(plan, 'growth') >= 0 ? 'full' : 'basic';

/** Describes the part of the query that needs more than the basic level; null if nothing does. */
export function getBasicLevelError({
  period,
  compare = 'none',
  by = 'page',
}: AnalyticsQuery & { by?: AnalyticsDimension }): string | null {
  if (!BASIC_PERIODS.includes(period)) return analyticsPlanMessages.period;
  if (compare !== 'none') return analyticsPlanMessages.comparison;
  if (by !== 'page') return analyticsPlanMessages.breakdown;
  return null;
}

/** Webhook endpoints of every plan and of Pro. */
export const MAX_WEBHOOK_ENDPOINTS = { every: 2, pro: 20 } as const;
/** API requests per minute with all keys of a seller. */
export const API_RATE_LIMITS = { every: 300, pro: 1000 } as const;

/** Custom domains start at Growth, while the plan gives access. */
export const hasCustomDomains = (plan: PlanId | null, access: boolean): boolean =>
  access && plan !== null && comparePlans(plan, 'growth') >= 0;

export const getMaxWebhookEndpoints = (plan: PlanId | null, access: boolean): number =>
  MAX_WEBHOOK_ENDPOINTS[access && plan === 'pro' ? 'pro' : 'every'];

export const getApiRateLimit = (plan: PlanId | null, access: boolean): number =>
  API_RATE_LIMITS[access && plan === 'pro' ? 'pro' : 'every'];

/** Storage for files in bytes. Without a plan that gives access, it is that of the smallest one. */
export const getFileStorage = (plan: PlanId | null, access: boolean): number =>
  getPlan(access && plan !== null ? plan : 'starter').fileStorageGb * 1024 ** 3;
