import { codeFields } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { withoutHidden } from '../core/event-recorder.ts';
import type { Objects } from '../core/objects.ts';
import { insertBalanceTransaction } from './balance-transactions.ts';
import { insertCharge } from './charges.ts';
import type { Decline } from './test-cards.ts';

/** Time between a successful payment and the outcome that its test card schedules. */
const HOUR_S = 3600;
const OUTCOME_TASKS: Record<string, string> = {
  dispute_fraudulent: 'dispute.fraudulent',
  dispute_not_received: 'dispute.not_received',
  dispute_inquiry: 'dispute.inquiry',
};

/** The failure of a payment whose cardholder did not pass 3-D Secure. */
export const AUTHENTICATION_FAILED: Decline = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

type Intent = Objects['payment_intent'];
type PaymentMethod = Objects['payment_method'];

/** Returns why the payment of an intent failed; `charge` is null when nothing was charged. */
export const lastError = (
  decline: Decline,
  method: PaymentMethod,
  charge: string | null,
  type = charge === null ? 'invalid_request_error' : 'card_error',
): Intent['last_payment_error'] =>
  ({
    ...(charge !== null && { charge }),
    ...codeFields(decline.code),
    ...(decline.declineCode !== null && { decline_code: decline.declineCode }),
    message: decline.message,
    payment_method: withoutHidden(method),
    type,
  }) as unknown as Intent['last_payment_error'];

/** Marks the intent as failed after the card or its issuer has refused the payment. */
export const failIntent = (
  call: CallContext,
  intent: Intent,
  method: PaymentMethod,
  decline: Decline,
  wasCharged: boolean,
): Intent => {
  const charge = wasCharged ? insertCharge(call, intent, method, decline) : null;
  if (charge) call.emit('charge.failed', charge);
  const change = {
    status: 'requires_payment_method',
    last_payment_error: lastError(decline, method, charge?.id ?? null),
    latest_charge: charge?.id ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
  } as const;
  return call.update('payment_intent', intent.id, change, 'payment_intent.payment_failed');
};

/** Captures a payment: creates the charge and its balance transaction and marks the intent as succeeded. */
export const captureIntent = (call: CallContext, intent: Intent, method: PaymentMethod): Intent => {
  const charge = insertCharge(call, intent, method, null);
  const paidIntent = completeCharge(
    call,
    charge,
    method.hidden.behaviour === 'available_at_once' ? 'at once' : 'later',
  );
  const task = OUTCOME_TASKS[method.hidden.behaviour];
  if (task !== undefined) call.schedule(call.now + HOUR_S, task, charge.id);
  return paidIntent;
};

/** Marks a charge and its intent as paid and adds the amount to the balance. */
export const completeCharge = (
  call: CallContext,
  charge: Objects['charge'],
  available: 'at once' | 'later',
): Intent => {
  const { id: source, amount, currency, description } = charge;
  const input = { source, type: 'charge', amount, currency, description, available } as const;
  const balance_transaction = insertBalanceTransaction(call, input).id;
  call.update('charge', source, { paid: true, status: 'succeeded', balance_transaction }, 'charge.succeeded');
  const change = {
    status: 'succeeded',
    amount_received: amount,
    last_payment_error: null,
    latest_charge: source,
    next_action: null,
    payment_method: charge.payment_method,
  } as const;
  return call.update('payment_intent', charge.payment_intent ?? '', change, 'payment_intent.succeeded');
};

/** Makes an intent wait for the cardholder, who passes or fails 3-D Secure at `url`. */
export const requireAuthentication = (
  call: CallContext,
  intent: string,
  method: PaymentMethod,
  redirect_to_url: { return_url: string | null; url: string | null },
): void => {
  const next_action = { type: 'redirect_to_url', redirect_to_url };
  const change = { status: 'requires_action', next_action, payment_method: method.id } as const;
  call.update('payment_intent', intent, change, 'payment_intent.requires_action');
};
