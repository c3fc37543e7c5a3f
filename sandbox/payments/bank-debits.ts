import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { getAccount } from '../core/connected-accounts.ts';
import type { Objects, Buyer } from '../core/objects.ts';
import { insertCharge, completeCharge, lastError } from './charges.ts';
import { buildMethodFields } from './payment-methods.ts';
import type { Decline } from './test-cards.ts';

export type TestBank = { number: string; tag: string; description: string; decline: Decline | null };

const declined = (code: string, message: string): Decline => ({ code, declineCode: null, message });

/** The documented test accounts (docs.stripe.com/testing) that the sandbox supports. */
export const testBanks: TestBank[] = [
  { number: '000123456789', tag: 'debit_succeeds', description: 'Succeeds after three days', decline: null },
  {
    number: '000222222227',
    tag: 'debit_insufficient_funds',
    description: 'Fails after three days: insufficient funds',
    decline: declined('insufficient_funds', 'The customer’s bank account has insufficient funds.'),
  },
  {
    number: '000111111116',
    tag: 'debit_account_closed',
    description: 'Fails after three days: account closed',
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
  const setting = getAccount(call).hidden.bankDebits;
  if (methods.excluded?.includes('us_bank_account')) return false;
  if (setting === 'always') return true;
  return setting === 'on' && (methods.allowed?.includes('us_bank_account') ?? true);
};

/** Stores a bank account without its whole number. In the sandbox it pays in every currency. */
export const insertBankAccount = (call: CallContext, bank: TestBank, buyer: Buyer): PaymentMethod =>
  call.repository.insert('payment_method', {
    ...buildMethodFields(call, buyer),
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
    hidden: { behaviorTag: bank.tag },
  });

type Intent = Objects['payment_intent'];
type PaymentMethod = Objects['payment_method'];
type Charge = Objects['charge'];

const DEBIT_DURATION_S = 3 * 24 * 3600;

/** Starts a bank debit. Its money arrives days later or not at all. */
export const startDebit = (call: CallContext, intent: Intent, method: PaymentMethod): Intent => {
  const charge = insertCharge(call, intent, method, null);
  const intentChange = {
    latest_charge: charge.id,
    payment_method: method.id,
    payment_method_types: ['us_bank_account'],
    status: 'processing' as const,
  };
  const processingIntent = call.update('payment_intent', intent.id, intentChange, 'payment_intent.processing');
  const outcome = charge.outcome && { ...charge.outcome, seller_message: 'Payment pending.' };
  call.update('charge', charge.id, { paid: false, status: 'pending', outcome }, 'charge.pending');
  call.schedule(call.now + DEBIT_DURATION_S, 'debit.settle', charge.id);
  return processingIntent;
};

/** Reports to the session of a delayed payment whether its money arrived. */
export const finishSession = (call: CallContext, intent: string, paid: boolean): void => {
  const [session] = call.repository.list('checkout.session', { payment_intent: intent }, 1);
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

export const completeDebit = (call: CallContext, id: string): void => {
  finishSession(call, completeCharge(call, getPendingCharge(call, id), 'at once').id, true);
};

/** Marks a debit as failed. The order stays complete and unpaid, and there is no automatic retry. */
export const failDebit = (call: CallContext, id: string, decline: Decline): void => {
  const charge = getPendingCharge(call, id);
  const chargeChange = {
    amount_captured: 0,
    captured: false,
    failure_code: decline.code,
    failure_message: decline.message,
    outcome: charge.outcome && { ...charge.outcome, network_status: 'declined_by_network' },
    status: 'failed',
  } as const;
  call.update('charge', id, chargeChange, 'charge.failed');
  const method = call.repository.get('payment_method', charge.payment_method ?? '');
  const intentChange = {
    last_payment_error: lastError(decline, method, id, 'invalid_request_error'),
    payment_method: null,
    status: 'requires_payment_method',
  } as const;
  call.update('payment_intent', charge.payment_intent, intentChange, 'payment_intent.payment_failed');
  finishSession(call, charge.payment_intent, false);
};

/** Resolves a pending debit as its test account prescribes. */
const resolveDebit = (call: CallContext, id: string): void => {
  const charge = call.repository.find('charge', id);
  if (charge?.status !== 'pending') return;
  const method = call.repository.find('payment_method', charge.payment_method ?? '');
  const decline = findBankByTag(method?.hidden.behaviorTag ?? '')?.decline;
  if (decline) failDebit(call, id, decline);
  else completeDebit(call, id);
};

export const debitTasks = { 'debit.settle': resolveDebit };
