import type { ApiEndpoint } from './define-endpoint.ts';
import { ACCOUNT_ENDPOINTS } from './endpoints/account-endpoints.ts';
import { ANALYTICS_ENDPOINTS } from './endpoints/analytics-endpoints.ts';
import { CHECKOUT_ENDPOINTS } from './endpoints/checkout-endpoints.ts';
import { COUPON_ENDPOINTS } from './endpoints/coupon-endpoints.ts';
import { CUSTOMER_ENDPOINTS } from './endpoints/customer-endpoints.ts';
import { DELIVERABLE_ENDPOINTS } from './endpoints/deliverable-endpoints.ts';
import { DOMAIN_ENDPOINTS, IMPORT_ENDPOINTS } from './endpoints/domain-endpoints.ts';
import { ENTITLEMENT_ENDPOINTS } from './endpoints/entitlement-endpoints.ts';
import { EVENT_ENDPOINTS } from './endpoints/event-endpoints.ts';
import { LICENSE_ENDPOINTS } from './endpoints/license-endpoints.ts';
import { ORDER_ENDPOINTS } from './endpoints/order-endpoints.ts';
import { PAGE_ENDPOINTS } from './endpoints/page-endpoints.ts';
import { REFUND_ENDPOINTS } from './endpoints/refund-endpoints.ts';
import { WEBHOOK_ENDPOINTS } from './endpoints/webhook-endpoints.ts';

/** Path prefix of version 1 of the API. */
export const API_PATH = '/api/v1';

/** Every endpoint of the REST API under /api/v1, in the order of the reference. */
export const API_ENDPOINTS: readonly ApiEndpoint[] = [
  ...PAGE_ENDPOINTS,
  ...COUPON_ENDPOINTS,
  ...DELIVERABLE_ENDPOINTS,
  ...CHECKOUT_ENDPOINTS,
  ...ORDER_ENDPOINTS,
  ...ENTITLEMENT_ENDPOINTS,
  ...LICENSE_ENDPOINTS,
  ...REFUND_ENDPOINTS,
  ...CUSTOMER_ENDPOINTS,
  ...EVENT_ENDPOINTS,
  ...ANALYTICS_ENDPOINTS,
  ...DOMAIN_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...IMPORT_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
];
