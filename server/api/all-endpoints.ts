import type { AnyEndpoint } from './endpoint.ts';
import { ANALYTICS_ENDPOINTS } from './endpoints/analytics.ts';
import { IMAGE_ENDPOINTS } from './endpoints/images.ts';
import { ORDER_ENDPOINTS } from './endpoints/orders.ts';
import { PAGE_ENDPOINTS } from './endpoints/pages.ts';
import { PLAN_ENDPOINTS } from './endpoints/plan.ts';
import { SUBSCRIPTION_ENDPOINTS } from './endpoints/subscriptions.ts';

/** Every address of the API, under /api/v1. */
export const ALL_ENDPOINTS: readonly AnyEndpoint[] = [
  ...PAGE_ENDPOINTS,
  ...IMAGE_ENDPOINTS,
  ...ORDER_ENDPOINTS,
  ...SUBSCRIPTION_ENDPOINTS,
  ...ANALYTICS_ENDPOINTS,
  ...PLAN_ENDPOINTS,
];
