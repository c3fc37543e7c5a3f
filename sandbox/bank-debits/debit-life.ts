import { insertBalanceTransaction } from '../api/balance-transactions.ts';
import { insertCharge } from '../api/charges.ts';
import type { Call } from '../call.ts';
import { visible } from '../events.ts';
import { where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { refusal } from '../problem.ts';
import { bankByTag } from './test-banks.ts';

type Intent = Objects['payment_intent'];
type Method = Objects['payment_method'];
type Charge = Objects['charge'];
type Failure = { code: string; message: string };

const threeDays = 3 * 24 * 3600;

/** Starts a bank debit. Its money arrives days later or not at all. */
export const startDebit = (call: Call, intent: Intent, method: Method): Intent => {
  const made = insertCharge(call, intent, method, null);
  const pending = call.books.update('charge', made.id, {
    paid: false,
    status: 'pending',
    outcome: made.outcome && { ...made.outcome, seller_message: 'Payment pending.' },
  });
  const processing = call.books.update('payment_intent', intent.id, {
    latest_charge: pending.id,
    payment_method: method.id,
    payment_method_types: ['us_bank_account'],
    status: 'processing',
  });
  call.emit('payment_intent.processing', processing);
  call.emit('charge.pending', pending);
  call.alarm(call.now + threeDays, 'debit.settle', pending.id);
  return processing;
};

const tellSession = (call: Call, intent: string, paid: boolean): void => {
  const [session] = call.books.page('checkout.session', {
    limit: 1,
    where: where('payment_intent', intent),
  }).data;
  if (!session) return;
  const after = paid
    ? call.books.update('checkout.session', session.id, { payment_status: 'paid' })
    : session;
  call.emit(`checkout.session.async_payment_${paid ? 'succeeded' : 'failed'}`, after);
};

const waitingCharge = (call: Call, id: string): Charge & { payment_intent: string } => {
  const charge = call.books.get('charge', id, 'charge');
  if (charge.status !== 'pending' || charge.payment_intent === null)
    throw refusal(`Charge ${id} does not wait for a bank: its status is ${charge.status}.`);
  return { ...charge, payment_intent: charge.payment_intent };
};

/** Marks a debit as paid. */
export const settleDebit = (call: Call, id: string): void => {
  const { amount, currency, description, payment_intent: intent } = waitingCharge(call, id);
  const booked = insertBalanceTransaction(call, {
    source: id,
    type: 'charge',
    amount,
    currency,
    description,
    available: 'at once',
  });
  const paid = { paid: true, status: 'succeeded', balance_transaction: booked.id } as const;
  call.emit('charge.succeeded', call.books.update('charge', id, paid));
  const succeeded = call.books.update('payment_intent', intent, {
    amount_received: amount,
    status: 'succeeded',
  });
  call.emit('payment_intent.succeeded', succeeded);
  tellSession(call, intent, true);
};

/** Marks a debit as failed. The order stays complete and unpaid, and there is no automatic retry. */
export const failDebit = (call: Call, id: string, { code, message }: Failure): void => {
  const charge = waitingCharge(call, id);
  const failed = call.books.update('charge', id, {
    amount_captured: 0,
    captured: false,
    failure_code: code,
    failure_message: message,
    outcome: charge.outcome && { ...charge.outcome, network_status: 'declined_by_network' },
    status: 'failed',
  });
  const method = call.books.find('payment_method', charge.payment_method ?? '');
  const last_payment_error = {
    charge: id,
    code,
    doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`,
    message,
    ...(method && { payment_method: visible(method) }),
    type: 'invalid_request_error',
  } as unknown as Intent['last_payment_error'];
  const intent = call.books.update('payment_intent', charge.payment_intent, {
    last_payment_error,
    payment_method: null,
    status: 'requires_payment_method',
  });
  call.emit('charge.failed', failed);
  call.emit('payment_intent.payment_failed', intent);
  tellSession(call, intent.id, false);
};

/** Resolves a pending debit as its test account prescribes. */
const answerOfBank = (call: Call, id: string): void => {
  const charge = call.books.find('charge', id);
  if (charge?.status !== 'pending') return;
  const method = call.books.find('payment_method', charge.payment_method ?? '');
  const decline = bankByTag(method?.hidden?.behaviour ?? '')?.decline;
  if (decline) failDebit(call, id, decline);
  else settleDebit(call, id);
};

export const debitAlarms = { 'debit.settle': answerOfBank };
