import type { ApiEndpoint } from './define-endpoint.ts';
import { ACCOUNT_ENDPOINTS } from './endpoints/account-endpoints.ts';
import { ANALYTICS_ENDPOINTS } from './endpoints/analytics-endpoints.ts';
import { CHECKOUT_ENDPOINTS } from './endpoints/checkout-endpoints.ts';
import { INTEGRATION_ENDPOINTS } from './endpoints/integration-endpoints.ts';
import { ORDER_ENDPOINTS } from './endpoints/order-endpoints.ts';
import { PAGE_ENDPOINTS } from './endpoints/page-endpoints.ts';

/** Path prefix of version 1 of the API. */
export const API_PATH = '/api/v1';

/** Every endpoint of the REST API under /api/v1, in the order of the reference. */
export const API_ENDPOINTS: readonly ApiEndpoint[] = [
  ...PAGE_ENDPOINTS,
  ...CHECKOUT_ENDPOINTS,
  ...ORDER_ENDPOINTS,
  ...ANALYTICS_ENDPOINTS,
  ...INTEGRATION_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
];
