import { comparePlans, type PlanId } from './plans.ts';

/** What every plan has of webhooks and the API, and what Pro has: its custom integrations. */
export const WEBHOOK_ENDPOINTS = { every: 2, pro: 20 } as const;
/** Requests with all keys of a shop in a minute. */
export const API_PACE = { every: 60, pro: 600 } as const;

/** From Growth on, while the plan gives access. */
export const hasOwnDomains = (plan: PlanId | null, access: boolean): boolean =>
  access && plan !== null && comparePlans(plan, 'growth') >= 0;

export const webhookEndpointsOf = (plan: PlanId | null, access: boolean): number =>
  WEBHOOK_ENDPOINTS[access && plan === 'pro' ? 'pro' : 'every'];

export const apiPaceOf = (plan: PlanId | null, access: boolean): number =>
  API_PACE[access && plan === 'pro' ? 'pro' : 'every'];
