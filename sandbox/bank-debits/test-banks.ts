import { buildAddress } from '../api/customers.ts';
import type { CallContext } from '../call.ts';
import type { Decline } from '../cards.ts';
import { getAccount } from '../connected-accounts.ts';
import { newId } from '../ids.ts';
import type { Buyer, Objects } from '../objects.ts';

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
