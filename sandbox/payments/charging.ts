import type { CallContext } from '../core/call-context.ts';
import { withoutHidden } from '../core/event-recorder.ts';
import type { Objects } from '../core/objects.ts';
import { insertBalanceTransaction } from './balance-transactions.ts';
import { insertCharge } from './charges.ts';
import type { Decline } from './test-cards.ts';

/** Seconds between a successful payment and its scheduled outcome (dispute or inquiry). */
const HOUR_S = 3600;

const OUTCOME_TASKS: Record<string, string> = {
  dispute_fraudulent: 'dispute.fraudulent',
  dispute_not_received: 'dispute.not_received',
  dispute_inquiry: 'dispute.inquiry',
};

/** Returns the outcome that a test card schedules for a payment after it has succeeded, if any. */
const scheduledOutcomeOf = (behavior = ''): { task: string; delay: number } | null => {
  const task = OUTCOME_TASKS[behavior];
  return task === undefined ? null : { task, delay: HOUR_S };
};

type Intent = Objects['payment_intent'];
type PaymentMethod = Objects['payment_method'];

const lastError = (decline: Decline, method: PaymentMethod, charge: string | null): Intent['last_payment_error'] =>
  ({
    ...(charge !== null && { charge }),
    code: decline.code,
    ...(decline.declineCode !== null && { decline_code: decline.declineCode }),
    doc_url: `https://docs.stripe.com/error-codes/${decline.code.replaceAll('_', '-')}`,
    message: decline.message,
    payment_method: withoutHidden(method),
    type: charge === null ? 'invalid_request_error' : 'card_error',
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
  const failedIntent = call.repository.update('payment_intent', intent.id, {
    status: 'requires_payment_method',
    last_payment_error: lastError(decline, method, charge?.id ?? null),
    latest_charge: charge?.id ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
  });
  if (charge) call.emit('charge.failed', charge);
  call.emit('payment_intent.payment_failed', failedIntent);
  return failedIntent;
};

/** Captures a payment: creates the charge and its balance transaction and marks the intent as succeeded. */
export const captureIntent = (call: CallContext, intent: Intent, method: PaymentMethod): Intent => {
  const charge = insertCharge(call, intent, method, null);
  const available = method.hidden?.behaviour === 'available_at_once' ? 'at once' : 'later';
  const { amount, currency, description } = intent;
  const balanceTransaction = insertBalanceTransaction(call, {
    source: charge.id,
    type: 'charge',
    amount,
    currency,
    description,
    available,
  });
  const paidCharge = call.repository.update('charge', charge.id, {
    balance_transaction: balanceTransaction.id,
  });
  const succeededIntent = call.repository.update('payment_intent', intent.id, {
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
  });
  call.emit('charge.succeeded', paidCharge);
  call.emit('payment_intent.succeeded', succeededIntent);
  const outcome = scheduledOutcomeOf(method.hidden?.behaviour);
  if (outcome) call.schedule(call.now + outcome.delay, outcome.task, charge.id);
  return succeededIntent;
};
