import { insertBalanceTransaction } from '../api/balance-transactions.ts';
import type { Call } from '../call.ts';
import { ownAccount } from '../connected-accounts.ts';
import { settle } from '../currency-rules.ts';
import type { Objects } from '../objects.ts';

type Dispute = Objects['dispute'];
type BalanceTransaction = Objects['balance_transaction'];

/** Stripe's fee for a dispute, in US cents; it is not returned when the dispute is won. */
const DISPUTE_FEE = 1500;

const book = (
  call: Call,
  dispute: Dispute,
  given: { amount: number; fee: number; category: 'dispute' | 'dispute_reversal'; description: string },
): BalanceTransaction => {
  const charge = call.books.get('charge', dispute.charge);
  const paid = call.books.find('balance_transaction', charge.balance_transaction ?? '');
  return insertBalanceTransaction(call, {
    ...given,
    source: dispute.id,
    type: 'adjustment',
    currency: dispute.currency,
    available: paid && paid.available_on > call.now ? 'later' : 'at once',
  });
};

const bookOn = (call: Call, id: string, transaction: BalanceTransaction): Dispute => {
  const { balance_transactions: booked } = call.books.get('dispute', id);
  return call.books.update('dispute', id, {
    balance_transactions: [...booked, transaction] as Dispute['balance_transactions'],
  });
};

/** Withdraws the disputed amount and Stripe's fee. */
export const withdraw = (call: Call, dispute: Dispute): Dispute => {
  const fee = settle(DISPUTE_FEE, 'usd', ownAccount(call).default_currency ?? 'usd');
  const transaction = book(call, dispute, {
    amount: -dispute.amount,
    fee: fee.amount,
    category: 'dispute',
    description: `Chargeback withdrawal for ${dispute.charge}`,
  });
  return bookOn(call, dispute.id, transaction);
};

/** Returns the amount of a won dispute, without the fee. */
export const reinstate = (call: Call, dispute: Dispute): Dispute => {
  const transaction = book(call, dispute, {
    amount: dispute.amount,
    fee: 0,
    category: 'dispute_reversal',
    description: `Chargeback reversal for ${dispute.charge}`,
  });
  return bookOn(call, dispute.id, transaction);
};
