import { comparePlans, type PlanId } from './plans.ts';

/** Webhook endpoints of every plan and of Pro. */
export const WEBHOOK_ENDPOINTS = { every: 2, pro: 20 } as const;
/** API requests per minute with all keys of a seller. */
export const API_PACE = { every: 60, pro: 600 } as const;

/** Custom domains start at Growth, while the plan gives access. */
export const hasOwnDomains = (plan: PlanId | null, access: boolean): boolean =>
  access && plan !== null && comparePlans(plan, 'growth') >= 0;

export const webhookEndpointsOf = (plan: PlanId | null, access: boolean): number =>
  WEBHOOK_ENDPOINTS[access && plan === 'pro' ? 'pro' : 'every'];

export const apiPaceOf = (plan: PlanId | null, access: boolean): number =>
  API_PACE[access && plan === 'pro' ? 'pro' : 'every'];
