import type { ApiEndpoint } from './endpoint.ts';
import { ACCOUNT_ENDPOINTS } from './endpoints/account.ts';
import { ANALYTICS_ENDPOINTS } from './endpoints/analytics.ts';
import { COUPON_ENDPOINTS } from './endpoints/coupons.ts';
import { DOMAIN_ENDPOINTS } from './endpoints/domains.ts';
import { IMAGE_ENDPOINTS } from './endpoints/images.ts';
import { IMPORT_ENDPOINTS } from './endpoints/imports.ts';
import { ORDER_ENDPOINTS } from './endpoints/orders.ts';
import { PAGE_DRAFT_ENDPOINTS } from './endpoints/page-drafts.ts';
import { PAGE_FILE_ENDPOINTS } from './endpoints/page-files.ts';
import { PAGE_ENDPOINTS } from './endpoints/pages.ts';
import { PLAN_ENDPOINTS } from './endpoints/plan.ts';
import { SUBSCRIPTION_ENDPOINTS } from './endpoints/subscriptions.ts';
import { WEBHOOK_DELIVERY_ENDPOINTS } from './endpoints/webhook-deliveries.ts';
import { WEBHOOK_ENDPOINTS } from './endpoints/webhooks.ts';

/** Every endpoint of the REST API under /api/v1, in the order of the reference. */
export const API_ENDPOINTS: readonly ApiEndpoint[] = [
  ...PAGE_ENDPOINTS,
  ...PAGE_DRAFT_ENDPOINTS,
  ...PAGE_FILE_ENDPOINTS,
  ...IMAGE_ENDPOINTS,
  ...COUPON_ENDPOINTS,
  ...ORDER_ENDPOINTS,
  ...SUBSCRIPTION_ENDPOINTS,
  ...ANALYTICS_ENDPOINTS,
  ...DOMAIN_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...WEBHOOK_DELIVERY_ENDPOINTS,
  ...IMPORT_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...PLAN_ENDPOINTS,
];
