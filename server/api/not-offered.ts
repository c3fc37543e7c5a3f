import type { RpcName } from '#domain/calls.ts';

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
