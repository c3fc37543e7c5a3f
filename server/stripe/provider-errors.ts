import Stripe from 'stripe';

import { ShopError } from '#domain/errors.ts';

import { ACCOUNT_INVALID } from './key-refusal.ts';

/** An error of the provider in our catalogue's words; anything else is passed on as it is. */
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

/** The total is below Stripe's minimum, which may be that of the currency that the seller is paid out in. */
export const isAmountTooSmall = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'amount_too_small';

const TOTAL_TOO_SMALL = 'The total is below what can be charged.';

/** A payment that waits for its payer's yes, in words. */
export const BANK_ASKS = 'Your bank wants you to confirm the payment first.';

/** `confirm` in the facts: the card is good, and its bank wants to hear its holder first. */
function declined(cause: Stripe.errors.StripeError, facts: Record<string, unknown>): ShopError {
  if (!/requires_action$|^authentication_required$/.test(cause.code ?? ''))
    return new ShopError('payment_declined', { facts, cause });
  return new ShopError('payment_declined', { message: BANK_ASKS, facts: { ...facts, confirm: true }, cause });
}

/** The account has disconnected us. A 403 with another code, or with none, is about our key: see `isKeyRefused`. */
export const isAccountGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  error.type === 'StripePermissionError' &&
  error.code === ACCOUNT_INVALID;

const KEY_REFUSED = 'Payments are not available right now. Please try again later.';

/** Stripe refused our key, or the key lacks a permission: the operator repairs that, and the call is retried. */
const isKeyRefused = (error: Stripe.errors.StripeError): boolean =>
  error.type === 'StripeAuthenticationError' ||
  (error.type === 'StripePermissionError' && !isAccountGone(error));

/** Whether asking again with the same idempotency key would only repeat this answer. */
export const isFinalRefusal = (error: unknown): boolean =>
  isAccountGone(error) ||
  (error instanceof Stripe.errors.StripeError &&
    ['StripeInvalidRequestError', 'StripeIdempotencyError'].includes(error.type));

/** Something else was asked with the same idempotency key before. */
export const isKeyTaken = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.type === 'StripeIdempotencyError';

/** How long people wait for the provider, all tries of the SDK together. */
export const PATIENCE_MS = 15_000;

/** What is under way at the provider, as long as anyone waits for it. It goes on afterwards, and is kept when it succeeds. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let alarm: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, refuse) => {
    alarm = setTimeout(() => refuse(new ShopError('provider_unavailable')), PATIENCE_MS);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(alarm));
}

/** Runs a call to the provider and translates what it throws. */
export async function askProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await inTime(call());
  } catch (error) {
    throw providerError(error);
  }
}
