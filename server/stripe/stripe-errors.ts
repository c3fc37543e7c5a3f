import Stripe from 'stripe';

import { checkoutErrorMessages } from '#content/messages/checkout-errors.ts';
import { AppError } from '#domain/errors.ts';
import { withTimeout as limitDuration } from '#server/core/concurrency.ts';

import { ACCOUNT_INVALID } from './key-rejection.ts';

/** Translates a Stripe error to an AppError; passes any other error through. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, requestId, statusCode } = error;
  const facts = requestId ? { providerRequest: requestId } : {};
  if (isAccountDisconnected(error)) return new AppError('not_accepting_payments', { facts, cause: error });
  if (type === 'StripeCardError') return cardDeclinedError(error, facts);
  if (isKeyRejected(error))
    return new AppError('provider_unavailable', {
      message: checkoutErrorMessages.paymentsUnavailable,
      facts,
      cause: error,
    });
  if (isAmountTooSmall(error))
    return new AppError('not_accepting_payments', { message: checkoutErrorMessages.belowMinimum, facts, cause: error });
  if (
    type === 'StripeConnectionError' ||
    type === 'StripeRateLimitError' ||
    (statusCode ?? 500) >= 500 ||
    statusCode === 409
  ) {
    return new AppError('provider_unavailable', { facts, cause: error });
  }
  return new AppError('provider_refused', { facts, cause: error });
}

/** Whether Stripe's error has this code. */
export const hasStripeCode = (error: unknown, code: string): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === code;

/** The parameter that Stripe's error names, if any. */
export const getStripeParam = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeError ? error.param : undefined;

/** The total is below Stripe's minimum, possibly the minimum of the seller's payout currency. */
export const isAmountTooSmall = (error: unknown): boolean => hasStripeCode(error, 'amount_too_small');

/** Message for a payment that needs authentication by the payer. */
export const BANK_CONFIRMATION_MESSAGE = checkoutErrorMessages.bankConfirmation;

/** `confirm` in the facts: the bank requires authentication by the cardholder. */
function cardDeclinedError(cause: Stripe.errors.StripeError, facts: Record<string, unknown>): AppError {
  if (!/requires_action$|^authentication_required$/.test(cause.code ?? ''))
    return new AppError('payment_declined', { facts, cause });
  return new AppError('payment_declined', {
    message: BANK_CONFIRMATION_MESSAGE,
    facts: { ...facts, confirm: true },
    cause,
  });
}

/** The account has disconnected us. A 403 with another code, or with none, is about our key: see `isKeyRejected`. */
export const isAccountDisconnected = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  error.type === 'StripePermissionError' &&
  error.code === ACCOUNT_INVALID;

/** Stripe rejects our key or it lacks a permission. The operator fixes that, and the call is retried. */
const isKeyRejected = (error: Stripe.errors.StripeError): boolean =>
  error.type === 'StripeAuthenticationError' ||
  (error.type === 'StripePermissionError' && !isAccountDisconnected(error));

/** Returns true if Stripe refused the request, whatever the reason. */
export const isRefused = (error: unknown): boolean =>
  isFinalRejection(error) || (error instanceof Stripe.errors.StripeError && isKeyRejected(error));

/** Returns true if a retry with the same idempotency key would only repeat this error. */
export const isFinalRejection = (error: unknown): boolean =>
  isAccountDisconnected(error) ||
  (error instanceof Stripe.errors.StripeError &&
    ['StripeInvalidRequestError', 'StripeIdempotencyError'].includes(error.type));

/** The same idempotency key was used with other parameters before. */
export const isIdempotencyConflict = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.type === 'StripeIdempotencyError';

/** How long users wait for Stripe, including retries of the SDK. */
export const CALL_TIMEOUT_MS = 15_000;

/** Limits how long the caller waits. The work continues afterwards, and its result is stored if it succeeds. */
export const withTimeout = <T>(work: Promise<T>): Promise<T> =>
  limitDuration(CALL_TIMEOUT_MS, work, () => new AppError('provider_unavailable'));

/** Runs a Stripe call with a timeout and translates its errors. */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(call());
  } catch (error) {
    throw toAppError(error);
  }
}
