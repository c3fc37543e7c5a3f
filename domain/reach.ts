import { comparePlans, type PlanId } from './plans.ts';

/** Webhook endpoints of every plan and of Pro. */
export const MAX_WEBHOOK_ENDPOINTS = { every: 2, pro: 20 } as const;
/** API requests per minute with all keys of a seller. */
export const API_RATE_LIMITS = { every: 60, pro: 600 } as const;

/** Custom domains start at Growth, while the plan gives access. */
export const hasCustomDomains = (plan: PlanId | null, access: boolean): boolean =>
  access && plan !== null && comparePlans(plan, 'growth') >= 0;

export const getMaxWebhookEndpoints = (plan: PlanId | null, access: boolean): number =>
  MAX_WEBHOOK_ENDPOINTS[access && plan === 'pro' ? 'pro' : 'every'];

export const getApiRateLimit = (plan: PlanId | null, access: boolean): number =>
  API_RATE_LIMITS[access && plan === 'pro' ? 'pro' : 'every'];
