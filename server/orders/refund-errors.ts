import Stripe from 'stripe';

import { orderErrorMessages } from '#content/messages/order-errors.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { isAccountDisconnected } from '#server/stripe/stripe-errors.ts';

/** Failure of a refund that Stripe does not have although its idempotency key has expired. */
export const NEVER_MADE = 'never_made';
export const NOT_CONNECTED = 'account_not_connected';

/**
 * Returns why Stripe will not create a refund, as stored with it. Null if Stripe may still have created it: an error
 * about a reused idempotency key says nothing about the first request.
 */
export function toFailureCode(error: unknown): string | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  if (isAccountDisconnected(error)) return NOT_CONNECTED;
  if (error.type !== 'StripeInvalidRequestError') return null;
  // Some Stripe errors have no code and are recognized by their message.
  if (error.code === 'insufficient_funds' || /insufficient (funds|balance)/i.test(error.message))
    return 'balance_insufficient';
  if (/is greater than (unrefunded|charge) amount/i.test(error.message)) return 'amount_above_rest';
  return error.code ?? 'refused';
}

const FAILURE_ERRORS: Record<string, readonly [ErrorCode, string?]> = {
  charge_already_refunded: ['refund_above_rest', orderErrorMessages.refund.alreadyRefunded],
  amount_above_rest: ['refund_above_rest'],
  charge_disputed: ['payment_disputed'],
  refund_disputed_payment: ['payment_disputed'],
  charge_not_refundable: ['refund_refused', orderErrorMessages.refund.notRefundable],
  balance_insufficient: ['refund_refused', orderErrorMessages.refund.balanceTooLow],
  [NOT_CONNECTED]: ['stripe_not_connected', orderErrorMessages.disconnected],
  [NEVER_MADE]: ['refund_refused', orderErrorMessages.refund.neverReceived],
};

/** Explains a failure to the seller. `rest` is the amount of the payment that can still be refunded. */
export function toRefundError(failure: string, rest: number, cause?: unknown): AppError {
  const [code, message] = FAILURE_ERRORS[failure] ?? ['refund_refused'];
  const facts = code === 'refund_above_rest' ? { rest } : {};
  return new AppError(code, { ...(message ? { message } : {}), facts, cause });
}
