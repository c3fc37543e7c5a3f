import type { RpcName } from '#domain/rpc-contract.ts';

import type { ApiEndpoint } from './define-endpoint.ts';
import {
  ACCOUNT_ENDPOINTS,
  ANALYTICS_ENDPOINTS,
  KEY_ENDPOINTS,
  PLAN_ENDPOINTS,
} from './endpoints/account-endpoints.ts';
import {
  DOMAIN_ENDPOINTS,
  IMPORT_ENDPOINTS,
  WEBHOOK_DELIVERY_ENDPOINTS,
  WEBHOOK_ENDPOINTS,
} from './endpoints/integration-endpoints.ts';
import { ORDER_ENDPOINTS, SUBSCRIPTION_ENDPOINTS } from './endpoints/order-endpoints.ts';
import {
  COUPON_ENDPOINTS,
  IMAGE_ENDPOINTS,
  PAGE_DRAFT_ENDPOINTS,
  PAGE_ENDPOINTS,
  PAGE_FILE_ENDPOINTS,
} from './endpoints/page-endpoints.ts';

const ACCOUNT_SECURITY_REASON =
  'who somebody is, and what guards the account, is shown and changed by the person alone';
const CONSENT_REASON = 'a person consents at Stripe, in the browser in which they are signed in here';
const BUYER_REASON = 'what buyers do, on the page itself';

/** RPC functions that the API does not offer, with the reason. */
export const EXCLUDED_FUNCTIONS: Partial<Record<RpcName, string>> = {
  'create-checkout-session': BUYER_REASON,
  'apply-coupon': BUYER_REASON,
  'report-page': 'what anybody does who was sent a page, on our own site',
  'stripe-connect-authorize': CONSENT_REASON,
  'stripe-connect-complete': CONSENT_REASON,
  'create-api-key': 'a key that could make keys would outlive its end',
  'confirm-identity': ACCOUNT_SECURITY_REASON,
  'get-account': ACCOUNT_SECURITY_REASON,
  'list-sessions': ACCOUNT_SECURITY_REASON,
  'end-session': ACCOUNT_SECURITY_REASON,
  'list-security-events': ACCOUNT_SECURITY_REASON,
  'export-account': ACCOUNT_SECURITY_REASON,
  'account-fate': ACCOUNT_SECURITY_REASON,
  'delete-account': ACCOUNT_SECURITY_REASON,
};

/** Path prefix of version 1 of the API. */
export const API_PATH = '/api/v1';

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
  ...KEY_ENDPOINTS,
  ...PLAN_ENDPOINTS,
];
