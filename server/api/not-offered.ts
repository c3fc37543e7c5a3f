import type { CallName } from '#domain/calls.ts';

const OF_A_PERSON = 'who somebody is, and what guards the account, is shown and changed by the person alone';
const CONSENT = 'a person consents at Stripe, in the browser in which they are signed in here';
const OF_BUYERS = 'what buyers do, on the page itself';

/** RPC functions that the API does not offer, with the reason. */
export const NOT_OFFERED: Partial<Record<CallName, string>> = {
  'create-checkout-session': OF_BUYERS,
  'apply-coupon': OF_BUYERS,
  'report-page': 'what anybody does who was sent a page, on our own site',
  'stripe-connect-authorize': CONSENT,
  'stripe-connect-complete': CONSENT,
  'create-api-key': 'a key that could make keys would outlive its end',
  'confirm-identity': OF_A_PERSON,
  'get-account': OF_A_PERSON,
  'list-sessions': OF_A_PERSON,
  'end-session': OF_A_PERSON,
  'list-security-events': OF_A_PERSON,
  'export-account': OF_A_PERSON,
  'account-fate': OF_A_PERSON,
  'delete-account': OF_A_PERSON,
};
