import { insertBalanceTransaction } from './api/balance-transactions.ts';
import { insertCharge } from './api/charges.ts';
import { afterwardsOf } from './afterwards.ts';
import type { Call } from './call.ts';
import type { Decline } from './cards.ts';
import { visible } from './events.ts';
import type { Objects } from './objects.ts';

type Intent = Objects['payment_intent'];
type Method = Objects['payment_method'];

const lastError = (decline: Decline, method: Method, charge: string | null): Intent['last_payment_error'] =>
  ({
    ...(charge !== null && { charge }),
    code: decline.code,
    ...(decline.declineCode !== null && { decline_code: decline.declineCode }),
    doc_url: `https://docs.stripe.com/error-codes/${decline.code.replaceAll('_', '-')}`,
    message: decline.message,
    payment_method: visible(method),
    type: charge === null ? 'invalid_request_error' : 'card_error',
  }) as unknown as Intent['last_payment_error'];

/** Marks the intent as failed after the card or its issuer has refused the payment. */
export const failIntent = (
  call: Call,
  intent: Intent,
  method: Method,
  decline: Decline,
  charged: boolean,
): Intent => {
  const charge = charged ? insertCharge(call, intent, method, decline) : null;
  const failed = call.books.update('payment_intent', intent.id, {
    status: 'requires_payment_method',
    last_payment_error: lastError(decline, method, charge?.id ?? null),
    latest_charge: charge?.id ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
  });
  if (charge) call.emit('charge.failed', charge);
  call.emit('payment_intent.payment_failed', failed);
  return failed;
};

/** Captures a payment: creates the charge and its balance transaction and marks the intent as succeeded. */
export const captureIntent = (call: Call, intent: Intent, method: Method): Intent => {
  const charge = insertCharge(call, intent, method, null);
  const available = method.hidden?.behaviour === 'available_at_once' ? 'at once' : 'later';
  const { amount, currency, description } = intent;
  const booked = insertBalanceTransaction(call, {
    source: charge.id,
    type: 'charge',
    amount,
    currency,
    description,
    available,
  });
  const paid = call.books.update('charge', charge.id, { balance_transaction: booked.id });
  const succeeded = call.books.update('payment_intent', intent.id, {
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
  });
  call.emit('charge.succeeded', paid);
  call.emit('payment_intent.succeeded', succeeded);
  const afterwards = afterwardsOf(method.hidden?.behaviour);
  if (afterwards) call.alarm(call.now + afterwards.delay, afterwards.alarm, charge.id);
  return succeeded;
};
