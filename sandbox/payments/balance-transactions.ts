import { convertToAccountCurrency } from '../core/amounts.ts';
import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { getAccount } from '../core/connected-accounts.ts';
import { withoutHidden } from '../core/event-recorder.ts';
import { newId } from '../core/ids.ts';
import { listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import { text } from '../core/params.ts';

type BalanceTransaction = Objects['balance_transaction'];
type BalanceTransactionInput = {
  source: string;
  type: 'adjustment' | 'charge' | 'refund' | 'refund_failure';
  /** In the account's currency. Default: Stripe's fee for charges, otherwise zero. */
  fee?: number;
  /** Default: the type. */
  category?: 'dispute' | 'dispute_reversal';
  amount: number;
  currency: string;
  description: string | null;
  available: 'at once' | 'later';
};

const TWO_DAYS_S = 2 * 24 * 3600;
/** Stripe's standard fee: 2.9 % plus 30 minor units. */
const chargeFee = (amount: number): number => Math.min(amount, Math.round(amount * 0.029) + 30);

const feeDetails = (amount: number, currency: string, description: string): BalanceTransaction['fee_details'] => [
  { amount, application: null, currency, description, type: 'stripe_fee' },
];

/** Adds an amount to the account's balance, converted where a rate is known; negative for refunds, without the fee. */
export const insertBalanceTransaction = (call: CallContext, input: BalanceTransactionInput): BalanceTransaction => {
  const account = getAccount(call);
  const converted = convertToAccountCurrency(input.amount, input.currency, account.default_currency ?? 'usd');
  const fee = input.fee ?? (input.type === 'charge' ? chargeFee(converted.amount) : 0);
  const feeDescription = input.type === 'charge' ? 'Stripe processing fees' : 'Dispute fee';
  const isAvailableNow = input.available === 'at once';
  return call.repository.insert('balance_transaction', {
    id: newId('txn_3', 23),
    object: 'balance_transaction',
    amount: converted.amount,
    available_on: isAvailableNow ? call.now : call.now + TWO_DAYS_S,
    balance_type: 'payments',
    created: call.now,
    currency: converted.currency,
    description: input.description,
    exchange_rate: converted.rate,
    fee,
    fee_details: fee === 0 ? [] : feeDetails(fee, converted.currency, feeDescription),
    net: converted.amount - fee,
    reporting_category: input.category ?? input.type,
    source: input.source,
    status: isAvailableNow ? 'available' : 'pending',
    type: input.type,
  });
};

/** Inserts an adjustment of a charge's payment, available no earlier than the payment itself. */
export const insertReversal = (
  call: CallContext,
  charge: Objects['charge'],
  input: Omit<BalanceTransactionInput, 'currency' | 'available'>,
): BalanceTransaction => {
  const payment = call.repository.find('balance_transaction', charge.balance_transaction ?? '');
  const available = payment && payment.available_on > call.now ? 'later' : 'at once';
  return insertBalanceTransaction(call, { ...input, currency: charge.currency, available });
};

/** Returns the balance by currency: available and pending amounts. */
export const balanceOf = (call: CallContext): { available: Map<string, number>; pending: Map<string, number> } => {
  const rows = call
    .sql(`SELECT json_extract(json, '$.currency') AS currency, json_extract(json, '$.available_on') <= ? AS ready, sum(json_extract(json, '$.net')) AS net
          FROM objects WHERE account = ? AND type = 'balance_transaction' GROUP BY 1, 2`)
    .all(call.now, call.account);
  const sumsOf = (ready: number): Map<string, number> =>
    new Map(rows.filter((row) => row['ready'] === ready).map((row) => [String(row['currency']), Number(row['net'])]));
  return { available: sumsOf(1), pending: sumsOf(0) };
};

const getSource = (call: CallContext, transaction: Record<string, unknown>): object => {
  const source = String(transaction['source']);
  const type = source.startsWith('re_') ? 'refund' : source.startsWith('du_') ? 'dispute' : 'charge';
  return withoutHidden(call.repository.get(type, source));
};

const toAmounts = (sums: Map<string, number>): object[] =>
  [...sums].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }));

export const balanceTransactions: Resource = {
  endpoints: [
    retrieveEndpoint('/v1/balance_transactions/:id', 'balance_transaction'),
    listEndpoint('/v1/balance_transactions', 'balance_transaction', { currency: text(), source: text(), type: text() }),
    endpoint('GET /v1/balance', {}, (call) => {
      const { available, pending } = balanceOf(call);
      return { object: 'balance', available: toAmounts(available), livemode: false, pending: toAmounts(pending) };
    }),
  ],
  references: { balance_transaction: { source: getSource } },
};
