import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { getAccount } from '../core/connected-accounts.ts';
import { withoutHidden } from '../core/event-recorder.ts';
import { newId } from '../core/ids.ts';
import { whereProperty } from '../core/list-endpoint.ts';
import type { Objects, Buyer } from '../core/objects.ts';
import { insertBalanceTransaction } from './balance-transactions.ts';
import { insertCharge } from './charges.ts';
import { buildAddress } from './customer-object.ts';
import type { Decline } from './test-cards.ts';

type BankPaymentMethod = Objects['payment_method'];

export type TestBank = { number: string; tag: string; description: string; decline: Decline | null };

const declined = (code: string, message: string): Decline => ({ code, declineCode: null, message });

/** The documented test accounts (docs.stripe.com/testing) that the sandbox supports. */
export const testBanks: TestBank[] = [
  { number: '000123456789', tag: 'debit_succeeds', description: 'Pays after three days', decline: null },
  {
    number: '000222222227',
    tag: 'debit_insufficient_funds',
    description: 'Has too little money: fails after three days',
    decline: declined('insufficient_funds', 'The customer’s bank account has insufficient funds.'),
  },
  {
    number: '000111111116',
    tag: 'debit_account_closed',
    description: 'Is closed: fails after three days',
    decline: declined('account_closed', 'The customer’s bank account has been closed.'),
  },
];

export const findBankByTag = (tag: string): TestBank | undefined => testBanks.find((bank) => bank.tag === tag);

/**
 * Returns whether the pay page offers a debit: the seller accepts debits and the session does not exclude them. The
 * setting `always` ignores `allowed`, so that delayed payments can be tested with card-only sessions.
 */
export const acceptsDebits = (
  call: CallContext,
  methods: { allowed: readonly string[] | undefined; excluded: readonly string[] | undefined },
): boolean => {
  const setting = getAccount(call).hidden?.bankDebits;
  if (methods.excluded?.includes('us_bank_account')) return false;
  if (setting === 'always') return true;
  return setting === 'on' && (methods.allowed?.includes('us_bank_account') ?? true);
};

/** Stores a bank account without its whole number. In the sandbox it pays in every currency. */
export const insertBankAccount = (call: CallContext, bank: TestBank, buyer: Buyer): BankPaymentMethod =>
  call.repository.insert('payment_method', {
    id: newId('pm_1', 23),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: {
      address: buildAddress(buyer.country, buyer.postcode),
      email: buyer.email,
      name: buyer.name || null,
      phone: null,
      tax_id: null,
    },
    created: call.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: 'individual',
      account_type: 'checking',
      bank_name: 'STRIPE TEST BANK',
      financial_connections_account: null,
      fingerprint: null,
      last4: bank.number.slice(-4),
      networks: { preferred: 'ach', supported: ['ach'] },
      routing_number: '110000000',
      status_details: null,
    },
    hidden: { behaviour: bank.tag },
  });

type Intent = Objects['payment_intent'];
type PaymentMethod = Objects['payment_method'];
type Charge = Objects['charge'];
type DebitFailure = { code: string; message: string };

const DEBIT_DURATION_S = 3 * 24 * 3600;

/** Starts a bank debit. Its money arrives days later or not at all. */
export const startDebit = (call: CallContext, intent: Intent, method: PaymentMethod): Intent => {
  const charge = insertCharge(call, intent, method, null);
  const pendingCharge = call.repository.update('charge', charge.id, {
    paid: false,
    status: 'pending',
    outcome: charge.outcome && { ...charge.outcome, seller_message: 'Payment pending.' },
  });
  const processingIntent = call.repository.update('payment_intent', intent.id, {
    latest_charge: pendingCharge.id,
    payment_method: method.id,
    payment_method_types: ['us_bank_account'],
    status: 'processing',
  });
  call.emit('payment_intent.processing', processingIntent);
  call.emit('charge.pending', pendingCharge);
  call.schedule(call.now + DEBIT_DURATION_S, 'debit.settle', pendingCharge.id);
  return processingIntent;
};

const updateSession = (call: CallContext, intent: string, paid: boolean): void => {
  const [session] = call.repository.page('checkout.session', {
    limit: 1,
    where: whereProperty('payment_intent', intent),
  }).data;
  if (!session) return;
  const after = paid ? call.repository.update('checkout.session', session.id, { payment_status: 'paid' }) : session;
  call.emit(`checkout.session.async_payment_${paid ? 'succeeded' : 'failed'}`, after);
};

const getPendingCharge = (call: CallContext, id: string): Charge & { payment_intent: string } => {
  const charge = call.repository.get('charge', id, 'charge');
  if (charge.status !== 'pending' || charge.payment_intent === null)
    throw invalidRequest(`Charge ${id} does not wait for a bank: its status is ${charge.status}.`);
  return { ...charge, payment_intent: charge.payment_intent };
};

/** Marks a debit as paid. */
export const completeDebit = (call: CallContext, id: string): void => {
  const { amount, currency, description, payment_intent: intent } = getPendingCharge(call, id);
  const balanceTransaction = insertBalanceTransaction(call, {
    source: id,
    type: 'charge',
    amount,
    currency,
    description,
    available: 'at once',
  });
  const paidFields = {
    paid: true,
    status: 'succeeded',
    balance_transaction: balanceTransaction.id,
  } as const;
  call.emit('charge.succeeded', call.repository.update('charge', id, paidFields));
  const succeeded = call.repository.update('payment_intent', intent, {
    amount_received: amount,
    status: 'succeeded',
  });
  call.emit('payment_intent.succeeded', succeeded);
  updateSession(call, intent, true);
};

/** Marks a debit as failed. The order stays complete and unpaid, and there is no automatic retry. */
export const failDebit = (call: CallContext, id: string, { code, message }: DebitFailure): void => {
  const charge = getPendingCharge(call, id);
  const failed = call.repository.update('charge', id, {
    amount_captured: 0,
    captured: false,
    failure_code: code,
    failure_message: message,
    outcome: charge.outcome && { ...charge.outcome, network_status: 'declined_by_network' },
    status: 'failed',
  });
  const method = call.repository.find('payment_method', charge.payment_method ?? '');
  const last_payment_error = {
    charge: id,
    code,
    doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`,
    message,
    ...(method && { payment_method: withoutHidden(method) }),
    type: 'invalid_request_error',
  } as unknown as Intent['last_payment_error'];
  const intent = call.repository.update('payment_intent', charge.payment_intent, {
    last_payment_error,
    payment_method: null,
    status: 'requires_payment_method',
  });
  call.emit('charge.failed', failed);
  call.emit('payment_intent.payment_failed', intent);
  updateSession(call, intent.id, false);
};

/** Resolves a pending debit as its test account prescribes. */
const resolveDebit = (call: CallContext, id: string): void => {
  const charge = call.repository.find('charge', id);
  if (charge?.status !== 'pending') return;
  const method = call.repository.find('payment_method', charge.payment_method ?? '');
  const decline = findBankByTag(method?.hidden?.behaviour ?? '')?.decline;
  if (decline) failDebit(call, id, decline);
  else completeDebit(call, id);
};

export const debitTasks = { 'debit.settle': resolveDebit };
