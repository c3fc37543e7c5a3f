import { MAX_API_KEYS } from './api-key.ts';
import { MAX_DOMAINS } from './seller-domain.ts';

/** Error catalogue: HTTP status, toast title and message. A null title means the title of the failed action. */
const ERROR_CATALOG = {
  unauthorized: [401, 'Authentication Required', 'Please sign in and try again.'],
  insufficient_aal: [403, 'Second step needed', 'Confirm your second factor to go on.'],
  confirmation_needed: [403, 'Is it you?', 'Please show once more that it is you.'],
  confirmation_failed: [403, 'Is it you?', 'That was not right. Nothing has changed.'],
  email_not_confirmed: [
    403,
    'Confirm your email address',
    'To do this, first open the confirmation link in the email we sent you.',
  ],
  not_found: [404, null, 'We could not find that.'],
  foreign_origin: [403, null, 'This call came from another site.'],
  page_suspended: [410, null, 'This page has been taken down. Nothing was charged.'],
  page_not_found: [404, 'Page not found', "This checkout page doesn't exist"],
  method_not_allowed: [405, null, 'This address does not take that method.'],
  body_too_large: [413, null, 'That is more than we can take at once.'],
  unsupported_media_type: [415, null, 'Send JSON.'],
  invalid_request: [400, null, 'The request is not in the shape that we expect.'],
  page_invalid: [422, null, 'The page is not ready to be published.'],
  page_file_invalid: [422, null, 'This file is not a page of Tillwright.'],
  slug_taken: [409, null, 'This address is already taken. Choose another one.'],
  draft_changed: [409, null, 'This page was changed elsewhere.'],
  stripe_not_connected: [409, 'Stripe Not Connected', 'Please connect your Stripe account before publishing'],
  stripe_authorization_expired: [410, null, 'This request to connect has expired. Please start again.'],
  stripe_authorization_used: [
    409,
    null,
    'This request to connect was used already. If your account is not connected, please start again.',
  ],
  stripe_authorization_foreign: [
    403,
    null,
    'This request to connect was started by another seller. Nothing has changed. Please start again.',
  ],
  stripe_authorization_denied: [
    409,
    null,
    'You declined access at Stripe. Nothing was connected, and nothing has changed.',
  ],
  stripe_access_too_narrow: [
    409,
    null,
    'Stripe granted access for reading only. To take payments, please connect again and allow full access.',
  ],
  stripe_account_taken: [
    409,
    null,
    'This Stripe account belongs to another seller on this site. Please connect a different one.',
  ],
  stripe_account_wrong_mode: [
    409,
    null,
    'Test mode and live mode do not match. Please connect again in the mode that this site uses.',
  ],
  stripe_already_connected: [
    409,
    'Already Connected',
    'Another Stripe account is connected already. Nothing has changed.',
  ],
  stripe_existing_not_offered: [
    409,
    null,
    'This site cannot connect existing Stripe accounts. Please create a new one.',
  ],
  publishing_not_allowed: [403, null, 'Start a trial or choose a plan to publish.'],
  subscription_exists: [409, null, 'You have a subscription already. It is changed on the subscription page.'],
  subscription_missing: [409, null, 'There is no subscription to change yet. Start your free trial first.'],
  subscription_canceled: [409, null, 'Your subscription has ended. Reactivate it first.'],
  plan_held: [409, null, 'You are on this plan already.'],
  plan_change_under_way: [409, null, 'A change of your plan is under way. Please look again in a moment.'],
  downgrade_below_sales: [409, null, 'This month’s sales are above the limit of that plan.'],
  payment_overdue: [402, null, 'The last payment has failed. Please update your payment method first.'],
  payment_method_needed: [402, null, 'Please add a payment method first.'],
  payment_declined: [402, null, 'Your card was declined. Nothing has changed.'],
  another_user: [403, null, 'This is the account of somebody else. Please sign in again.'],
  account_email_differs: [422, null, 'Type the email address of this account to delete it.'],
  image_too_large: [413, 'File too large', 'Please select an image under 2MB'],
  image_type: [415, 'Invalid file type', 'Please select an image file (JPG, PNG, WEBP)'],
  image_unreadable: [422, 'Upload failed', 'Failed to read image file'],
  logo_too_large: [413, 'File too large', 'Logo file size must be less than 2MB'],
  logo_type: [415, 'Invalid file type', 'Please upload a valid image (JPG, PNG, WEBP, or SVG)'],
  storage_full: [413, 'Upload failed', 'Your images have reached their limit of 50 MB. Remove some pages first.'],
  coupon_invalid: [422, 'Invalid coupon', 'This coupon code is not valid'],
  coupon_below_minimum: [422, 'Invalid coupon', 'The total with this coupon is below what can be charged.'],
  coupon_not_started: [422, 'Invalid coupon', 'This coupon code is not valid yet'],
  coupon_ended: [422, 'Invalid coupon', 'This coupon code has expired'],
  coupon_used_up: [422, 'Invalid coupon', 'This coupon code has been used up'],
  coupon_used_by_buyer: [422, 'Invalid coupon', 'You have used this coupon code already'],
  coupon_below_price: [422, 'Invalid coupon', 'This coupon code needs a higher price'],
  coupon_needs_email: [422, 'Invalid coupon', 'Type your email address first: this code counts for each buyer'],
  answer_invalid: [422, 'Checkout failed', 'Please check your answers.'],
  amount_invalid: [422, 'Checkout failed', 'Please check the amount.'],
  plan_unknown: [409, 'Checkout failed', 'This way to pay is not offered any more. Please choose again.'],
  not_open_yet: [409, 'Checkout failed', 'This page is not open yet.'],
  page_closed: [409, 'Checkout failed', 'This page has closed.'],
  sold_out: [409, 'Checkout failed', 'This is sold out.'],
  all_held: [
    409,
    'Checkout failed',
    'All that is left is being paid for by others right now. Some of it may come back in a few minutes.',
  ],
  plan_needed: [403, null, 'This belongs to the Growth plan.'],
  terms_required: [422, 'Terms required', 'Please accept the terms and conditions'],
  terms_changed: [
    409,
    'Terms required',
    'The terms have changed since you opened the page. Please accept the terms and conditions',
  ],
  email_invalid: [422, 'Checkout failed', 'Please check the email address.'],
  price_changed: [409, 'Checkout failed', 'The price has changed since you opened the page.'],
  not_accepting_payments: [409, 'Checkout failed', 'This page is not accepting payments at the moment.'],
  domain_invalid: [422, null, 'Type the name of a domain that is yours, such as pay.example.com.'],
  domain_taken: [409, null, 'This domain is in use by another shop.'],
  domain_limit: [409, null, `A shop has at most ${MAX_DOMAINS} domains. Remove one first.`],
  webhook_address_refused: [422, null, 'We do not send anything to this address.'],
  webhook_paused: [409, null, 'This webhook is paused. Resume it first.'],
  webhook_endpoint_limit: [409, null, 'Your plan has no more webhooks. Remove one first.'],
  api_key_limit: [409, null, `A shop has at most ${MAX_API_KEYS} keys. Revoke one first.`],
  scope_missing: [403, null, 'This key may not do that.'],
  idempotency_mismatch: [422, null, 'This idempotency key was used for another request.'],
  idempotency_under_way: [409, null, 'The first request with this idempotency key is still under way.'],
  coupon_exists: [409, null, 'This page has a coupon with this code already.'],
  import_unreadable: [422, null, 'We could not read this file.'],
  order_not_paid: [409, null, 'Nothing was paid for this order, so nothing can be given back.'],
  refund_above_rest: [422, null, 'That is more than is left of this payment.'],
  refund_under_way: [409, null, 'A refund of this payment is under way. Please look again in a moment.'],
  payment_disputed: [
    409,
    null,
    'The buyer’s bank has called this payment into question. It is settled there, not by a refund.',
  ],
  refund_refused: [402, null, 'Stripe did not make this refund. Nothing has changed.'],
  receipt_not_possible: [409, null, 'There is no address to send a receipt to.'],
  receipt_bounced: [409, null, 'Mail to this address comes back. The buyer can read the receipt on their own page.'],
  subscription_over: [409, null, 'This subscription has ended. It cannot be changed any more.'],
  purchases_link_spent: [410, null, 'This link has been used, or is too old. Ask for a new one.'],
  page_paused: [
    409,
    'Checkout failed',
    'This page is taking a short break from payments. Nothing was charged. Please try again later.',
  ],
  puzzle_needed: [429, null, 'One moment: your browser has to show that it is not a program.'],
  pay_blocked: [
    429,
    'Checkout failed',
    'Too many payments were tried from here. Nothing was charged. Please try again tomorrow, or ask the seller.',
  ],
  provider_unavailable: [503, null, 'Stripe did not answer in time. Please try again in a moment.'],
  provider_refused: [502, null, 'Stripe did not accept this. Please try again later.'],
  rate_limited: [429, null, 'That was very often in a short time. Please wait a moment.'],
  unavailable: [503, null, 'We cannot do that right now. Please try again in a moment.'],
  internal: [500, null, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [number, string | null, string]>;

export type ErrorCode = keyof typeof ERROR_CATALOG;
export const ERROR_CODES = Object.keys(ERROR_CATALOG) as readonly ErrorCode[];

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_CATALOG, code);

/** Response body of every failed function: toast texts and, for some codes, facts for the client. */
export type ErrorBody = {
  error: { code: ErrorCode; title: string; message: string; [fact: string]: unknown };
};

/** An expected error. Check its `code`, never `instanceof`: two module graphs can each have this class. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Overrides the catalogue's title. */
  readonly title: string | null;
  /** Facts for the client. They are sent, so they never contain secrets. */
  readonly facts: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    options: { title?: string; message?: string; facts?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(
      options.message ?? ERROR_CATALOG[code][2],
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.title = options.title ?? null;
    this.facts = options.facts ?? {};
  }
}

export const isAppError = (error: unknown): error is AppError =>
  error instanceof Error && error.name === 'AppError' && 'code' in error && isErrorCode(error.code);

export const getHttpStatus = (code: ErrorCode): number => ERROR_CATALOG[code][0];

/** Builds the response body of an error; the action's title is used where the catalogue has none. */
export const toErrorBody = (error: AppError, actionTitle: string): ErrorBody => ({
  error: {
    ...error.facts,
    code: error.code,
    title: error.title ?? ERROR_CATALOG[error.code][1] ?? actionTitle,
    message: error.message,
  },
});
