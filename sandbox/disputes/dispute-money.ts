import { insertBalanceTransaction } from '../api/balance-transactions.ts';
import type { CallContext } from '../call.ts';
import { getAccount } from '../connected-accounts.ts';
import { convertToAccountCurrency } from '../currency-rules.ts';
import type { Objects } from '../objects.ts';

type StoredDispute = Objects['dispute'];
type BalanceTransaction = Objects['balance_transaction'];

/** Stripe's fee for a dispute, in US cents; it is not returned when the dispute is won. */
const DISPUTE_FEE_CENTS = 1500;

const insertAdjustment = (
  call: CallContext,
  dispute: StoredDispute,
  input: { amount: number; fee: number; category: 'dispute' | 'dispute_reversal'; description: string },
): BalanceTransaction => {
  const charge = call.repository.get('charge', dispute.charge);
  const chargeTransaction = call.repository.find('balance_transaction', charge.balance_transaction ?? '');
  return insertBalanceTransaction(call, {
    ...input,
    source: dispute.id,
    type: 'adjustment',
    currency: dispute.currency,
    available: chargeTransaction && chargeTransaction.available_on > call.now ? 'later' : 'at once',
  });
};

const addTransaction = (call: CallContext, id: string, transaction: BalanceTransaction): StoredDispute => {
  const { balance_transactions: transactions } = call.repository.get('dispute', id);
  return call.repository.update('dispute', id, {
    balance_transactions: [...transactions, transaction] as StoredDispute['balance_transactions'],
  });
};

/** Withdraws the disputed amount and Stripe's fee. */
export const withdrawFunds = (call: CallContext, dispute: StoredDispute): StoredDispute => {
  const fee = convertToAccountCurrency(DISPUTE_FEE_CENTS, 'usd', getAccount(call).default_currency ?? 'usd');
  const transaction = insertAdjustment(call, dispute, {
    amount: -dispute.amount,
    fee: fee.amount,
    category: 'dispute',
    description: `Chargeback withdrawal for ${dispute.charge}`,
  });
  return addTransaction(call, dispute.id, transaction);
};

/** Returns the amount of a won dispute, without the fee. */
export const reinstateFunds = (call: CallContext, dispute: StoredDispute): StoredDispute => {
  const transaction = insertAdjustment(call, dispute, {
    amount: dispute.amount,
    fee: 0,
    category: 'dispute_reversal',
    description: `Chargeback reversal for ${dispute.charge}`,
  });
  return addTransaction(call, dispute.id, transaction);
};
