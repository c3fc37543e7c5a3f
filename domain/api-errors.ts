import type { apiErrorCatalog } from '#content/messages/api-error-catalog.ts';

import type { ErrorCode } from './errors.ts';

/** Kinds of API errors, for programs that do not distinguish single codes. */
export const API_ERROR_TYPES = [
  'invalid_request',
  'authentication',
  'permission',
  'not_found',
  'conflict',
  'rate_limit',
  'stripe',
  'server',
] as const;
export type ApiErrorType = (typeof API_ERROR_TYPES)[number];

export type ApiErrorCode = keyof typeof apiErrorCatalog;

type PublicError = {
  code: ApiErrorCode;
  type: ApiErrorType;
  status: number;
  /** The error's own message says more than the catalog's, and to programs, too. */
  hasOwnMessage?: true;
};

const invalid = (code: ApiErrorCode, status = 422): PublicError => ({ code, type: 'invalid_request', status });
const conflict = (code: ApiErrorCode): PublicError => ({ code, type: 'conflict', status: 409 });
const permission = (code: ApiErrorCode): PublicError => ({ code, type: 'permission', status: 403 });
const withOwnMessage = (error: PublicError): PublicError => ({ ...error, hasOwnMessage: true });

/** Errors that endpoints can answer with, for the codes of the functions behind them. */
const PUBLIC_ERRORS: Partial<Record<ErrorCode, PublicError>> = {
  invalid_request: invalid('invalid_request', 400),
  unauthorized: withOwnMessage({ code: 'unauthorized', type: 'authentication', status: 401 }),
  scope_missing: permission('scope_missing'),
  not_found: { code: 'not_found', type: 'not_found', status: 404 },
  method_not_allowed: invalid('method_not_allowed', 405),
  body_too_large: invalid('body_too_large', 413),
  unsupported_media_type: invalid('unsupported_media_type', 415),
  rate_limited: { code: 'rate_limited', type: 'rate_limit', status: 429 },
  idempotency_mismatch: invalid('idempotency_mismatch'),
  idempotency_under_way: conflict('idempotency_in_progress'),
  page_invalid: invalid('page_invalid'),
  page_file_invalid: invalid('page_file_invalid'),
  page_in_bundle: withOwnMessage(conflict('page_in_bundle')),
  page_suspended: permission('page_suspended'),
  page_paused: conflict('page_paused'),
  slug_taken: conflict('slug_taken'),
  draft_changed: conflict('revision_conflict'),
  coupon_exists: conflict('coupon_exists'),
  too_many_coupon_codes: conflict('coupon_code_limit_reached'),
  image_too_large: invalid('image_too_large'),
  image_type: invalid('image_type_unsupported'),
  image_unreadable: invalid('image_unreadable'),
  logo_too_large: invalid('image_too_large'),
  logo_type: invalid('image_type_unsupported'),
  storage_full: conflict('image_storage_full'),
  deliverable_limit: conflict('deliverable_limit_reached'),
  deliverable_in_use: conflict('deliverable_in_use'),
  upload_offset_wrong: conflict('upload_offset_mismatch'),
  upload_expired: conflict('upload_expired'),
  file_damaged: invalid('file_hash_mismatch'),
  file_refused: invalid('file_refused'),
  delivery_not_ready: conflict('file_not_ready'),
  announced_recently: conflict('announced_recently'),
  files_full: conflict('file_storage_full'),
  disk_full: conflict('file_storage_full'),
  import_unreadable: invalid('import_file_invalid'),
  stripe_not_connected: conflict('stripe_not_connected'),
  stripe_already_connected: conflict('stripe_already_connected'),
  provider_unavailable: { code: 'stripe_unavailable', type: 'stripe', status: 503 },
  provider_refused: { code: 'stripe_error', type: 'stripe', status: 502 },
  publishing_not_allowed: permission('plan_inactive'),
  plan_needed: permission('plan_upgrade_required'),
  subscription_exists: conflict('plan_exists'),
  subscription_missing: conflict('plan_missing'),
  subscription_canceled: conflict('plan_canceled'),
  plan_held: conflict('plan_unchanged'),
  plan_change_under_way: conflict('plan_change_in_progress'),
  downgrade_below_sales: conflict('plan_too_small'),
  payment_overdue: conflict('payment_overdue'),
  payment_method_needed: conflict('payment_method_required'),
  payment_declined: conflict('payment_declined'),
  not_accepting_payments: conflict('not_accepting_payments'),
  plan_unknown: invalid('price_option_not_found'),
  amount_invalid: withOwnMessage(invalid('amount_invalid')),
  quantity_invalid: withOwnMessage(invalid('quantity_invalid')),
  coupon_invalid: invalid('coupon_invalid'),
  coupon_not_started: invalid('coupon_not_started'),
  coupon_ended: invalid('coupon_expired'),
  coupon_below_price: invalid('coupon_minimum_not_met'),
  coupon_below_minimum: invalid('coupon_below_minimum_charge'),
  order_not_paid: conflict('order_not_paid'),
  payment_ambiguous: invalid('payment_ambiguous'),
  payment_disputed: conflict('payment_disputed'),
  refund_above_rest: withOwnMessage(invalid('refund_exceeds_payment')),
  refund_under_way: conflict('refund_in_progress'),
  refund_refused: withOwnMessage(conflict('refund_refused')),
  receipt_not_possible: conflict('receipt_not_possible'),
  receipt_bounced: conflict('receipt_bounced'),
  license_not_valid: conflict('license_not_valid'),
  license_keys_missing: conflict('license_keys_missing'),
  nothing_delivered: conflict('nothing_delivered'),
  license_unknown: { code: 'license_unknown', type: 'not_found', status: 404 },
  license_used_up: conflict('license_used_up'),
  license_keys_full: conflict('license_key_limit_reached'),
  subscription_over: conflict('subscription_ended'),
  domain_invalid: withOwnMessage(invalid('domain_invalid')),
  domain_taken: conflict('domain_taken'),
  domain_limit: conflict('domain_limit_reached'),
  webhook_address_refused: withOwnMessage(invalid('webhook_url_not_allowed')),
  webhook_paused: conflict('webhook_endpoint_paused'),
  webhook_endpoint_limit: conflict('webhook_endpoint_limit_reached'),
  unavailable: { code: 'unavailable', type: 'server', status: 503 },
};

const INTERNAL: PublicError = { code: 'internal', type: 'server', status: 500 };

/** An error that only the screens expect. Its message says what is wrong, so it must not look like a fault of the server. */
const UNLISTED = withOwnMessage(invalid('invalid_request', 400));

/** What programs get for the error of a function. */
export const getPublicError = (code: ErrorCode): PublicError =>
  PUBLIC_ERRORS[code] ?? (code === 'internal' ? INTERNAL : UNLISTED);

/** One thing that is wrong with a request. `path`: a field of the body, a parameter, or a header. */
export type ApiProblem = { path: string; code: string; message: string };

/** All public errors by code, for the documentation. */
export const listPublicErrors = (): PublicError[] =>
  [
    ...new Map(
      [...Object.values(PUBLIC_ERRORS), INTERNAL].map((error): [string, PublicError] => [error.code, error]),
    ).values(),
  ].toSorted((one, other) => (one.code < other.code ? -1 : 1));
