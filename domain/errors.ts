import { errorMessages, errorTitles } from '#content/messages/errors.ts';

import { MAX_API_KEYS } from './account.ts';
import { MAX_DOMAINS } from './seller-domain.ts';

/** HTTP status of each error code. Titles and messages are in `content/messages/errors.ts`. */
const HTTP_STATUS = {
  unauthorized: 401,
  insufficient_aal: 403,
  confirmation_needed: 403,
  confirmation_failed: 403,
  email_not_confirmed: 403,
  not_found: 404,
  foreign_origin: 403,
  page_suspended: 410,
  page_not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  invalid_request: 400,
  page_invalid: 422,
  page_file_invalid: 422,
  slug_taken: 409,
  draft_changed: 409,
  stripe_not_connected: 409,
  stripe_authorization_expired: 410,
  stripe_authorization_used: 409,
  stripe_authorization_foreign: 403,
  stripe_authorization_denied: 409,
  stripe_access_too_narrow: 409,
  stripe_account_taken: 409,
  stripe_account_wrong_mode: 409,
  stripe_already_connected: 409,
  stripe_existing_not_offered: 409,
  publishing_not_allowed: 403,
  subscription_exists: 409,
  subscription_missing: 409,
  subscription_canceled: 409,
  plan_held: 409,
  plan_change_under_way: 409,
  downgrade_below_sales: 409,
  payment_overdue: 402,
  payment_method_needed: 402,
  payment_declined: 402,
  another_user: 403,
  account_email_differs: 422,
  image_too_large: 413,
  image_type: 415,
  image_unreadable: 422,
  logo_too_large: 413,
  logo_type: 415,
  storage_full: 413,
  coupon_invalid: 422,
  coupon_below_minimum: 422,
  coupon_not_started: 422,
  coupon_ended: 422,
  coupon_used_up: 422,
  coupon_used_by_buyer: 422,
  coupon_below_price: 422,
  coupon_needs_email: 422,
  coupon_not_new: 422,
  coupon_not_owner: 422,
  answer_invalid: 422,
  amount_invalid: 422,
  quantity_invalid: 422,
  plan_unknown: 409,
  bump_unknown: 409,
  not_open_yet: 409,
  page_closed: 409,
  checkout_expired: 409,
  sold_out: 409,
  delivery_not_ready: 409,
  delivery_paused: 409,
  delivery_ended: 410,
  downloads_used_up: 429,
  downloads_busy: 503,
  file_too_large: 413,
  file_empty: 422,
  file_refused: 422,
  file_damaged: 422,
  files_full: 413,
  disk_full: 507,
  upload_offset_wrong: 409,
  upload_expired: 410,
  deliverable_limit: 409,
  deliverable_in_use: 409,
  announced_recently: 409,
  license_unknown: 404,
  license_used_up: 409,
  license_not_valid: 409,
  license_keys_full: 409,
  license_keys_missing: 409,
  nothing_delivered: 409,
  bundle_broken: 409,
  page_in_bundle: 409,
  all_held: 409,
  not_enough_left: 409,
  units_reserved: 409,
  plan_needed: 403,
  terms_required: 422,
  terms_changed: 409,
  email_invalid: 422,
  price_changed: 409,
  trial_used: 409,
  not_accepting_payments: 409,
  domain_invalid: 422,
  domain_taken: 409,
  domain_limit: 409,
  webhook_address_refused: 422,
  webhook_paused: 409,
  webhook_endpoint_limit: 409,
  api_key_limit: 409,
  scope_missing: 403,
  idempotency_mismatch: 422,
  idempotency_under_way: 409,
  coupon_exists: 409,
  too_many_coupon_codes: 409,
  import_unreadable: 422,
  order_not_paid: 409,
  payment_ambiguous: 422,
  refund_above_rest: 422,
  refund_under_way: 409,
  payment_disputed: 409,
  refund_refused: 402,
  receipt_not_possible: 409,
  receipt_bounced: 409,
  subscription_over: 409,
  plan_not_cancelable: 409,
  customer_email_differs: 422,
  customer_subscribed: 409,
  purchases_link_spent: 410,
  page_paused: 409,
  puzzle_needed: 429,
  pay_blocked: 429,
  provider_unavailable: 503,
  provider_refused: 502,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<keyof typeof errorMessages, number>;

export type ErrorCode = keyof typeof HTTP_STATUS;
export const ERROR_CODES = Object.keys(HTTP_STATUS) as readonly ErrorCode[];

const TITLES: Partial<Record<ErrorCode, string>> = errorTitles;
const MESSAGES: Record<ErrorCode, string> = {
  ...errorMessages,
  domain_limit: errorMessages.domain_limit({ max: MAX_DOMAINS }),
  api_key_limit: errorMessages.api_key_limit({ max: MAX_API_KEYS }),
};

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(HTTP_STATUS, code);

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
    super(options.message ?? MESSAGES[code], options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.title = options.title ?? null;
    this.facts = options.facts ?? {};
  }
}

export const isAppError = (error: unknown): error is AppError =>
  error instanceof Error && error.name === 'AppError' && 'code' in error && isErrorCode(error.code);

export const getHttpStatus = (code: ErrorCode): number => HTTP_STATUS[code];

/** Builds the response body of an error; the action's title is used where the catalogue has none. */
export const toErrorBody = (error: AppError, actionTitle: string): ErrorBody => ({
  error: {
    ...error.facts,
    code: error.code,
    title: error.title ?? TITLES[error.code] ?? actionTitle,
    message: error.message,
  },
});
