import Stripe from 'stripe';

import { ShopError } from '#domain/errors.ts';

import { ACCOUNT_INVALID } from './key-refusal.ts';

/** Translates a Stripe error to an AppError; passes any other error through. */
export function providerError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, requestId, statusCode } = error;
  const facts = requestId ? { providerRequest: requestId } : {};
  if (isAccountGone(error)) return new ShopError('not_accepting_payments', { facts, cause: error });
  if (type === 'StripeCardError') return declined(error, facts);
  if (isKeyRefused(error))
    return new ShopError('provider_unavailable', { message: KEY_REFUSED, facts, cause: error });
  if (isAmountTooSmall(error))
    return new ShopError('not_accepting_payments', { message: TOTAL_TOO_SMALL, facts, cause: error });
  if (
    type === 'StripeConnectionError' ||
    type === 'StripeRateLimitError' ||
    (statusCode ?? 500) >= 500 ||
    statusCode === 409
  ) {
    return new ShopError('provider_unavailable', { facts, cause: error });
  }
  return new ShopError('provider_refused', { facts, cause: error });
}

/** The total is below Stripe's minimum, possibly the minimum of the seller's payout currency. */
export const isAmountTooSmall = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'amount_too_small';

const TOTAL_TOO_SMALL = 'The total is below what can be charged.';

/** Message for a payment that needs authentication by the payer. */
export const BANK_ASKS = 'Your bank wants you to confirm the payment first.';

/** `confirm` in the facts: the bank requires authentication by the cardholder. */
function declined(cause: Stripe.errors.StripeError, facts: Record<string, unknown>): ShopError {
  if (!/requires_action$|^authentication_required$/.test(cause.code ?? ''))
    return new ShopError('payment_declined', { facts, cause });
  return new ShopError('payment_declined', { message: BANK_ASKS, facts: { ...facts, confirm: true }, cause });
}

/** The account has disconnected us. A 403 with another code, or with none, is about our key: see `isKeyRejected`. */
export const isAccountGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  error.type === 'StripePermissionError' &&
  error.code === ACCOUNT_INVALID;

const KEY_REFUSED = 'Payments are not available right now. Please try again later.';

/** Stripe rejects our key or it lacks a permission. The operator fixes that, and the call is retried. */
const isKeyRefused = (error: Stripe.errors.StripeError): boolean =>
  error.type === 'StripeAuthenticationError' ||
  (error.type === 'StripePermissionError' && !isAccountGone(error));

/** Returns true if a retry with the same idempotency key would only repeat this error. */
export const isFinalRefusal = (error: unknown): boolean =>
  isAccountGone(error) ||
  (error instanceof Stripe.errors.StripeError &&
    ['StripeInvalidRequestError', 'StripeIdempotencyError'].includes(error.type));

/** The same idempotency key was used with other parameters before. */
export const isKeyTaken = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.type === 'StripeIdempotencyError';

/** How long users wait for Stripe, including retries of the SDK. */
export const PATIENCE_MS = 15_000;

/** Limits how long the caller waits. The work continues afterwards, and its result is stored if it succeeds. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let alarm: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, refuse) => {
    alarm = setTimeout(() => refuse(new ShopError('provider_unavailable')), PATIENCE_MS);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(alarm));
}

/** Runs a Stripe call with a timeout and translates its errors. */
export async function askProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await inTime(call());
  } catch (error) {
    throw providerError(error);
  }
}
