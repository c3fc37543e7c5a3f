import { endpoint, type Call, type Resource } from '../call.ts';
import { ownAccount } from '../connected-accounts.ts';
import { settle } from '../currency-rules.ts';
import { visible } from '../events.ts';
import { newId } from '../ids.ts';
import { listing, retrieval, where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { text } from '../params.ts';

type BalanceTransaction = Objects['balance_transaction'];
type Given = {
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

const twoDays = 2 * 24 * 3600;
/** Stripe's standard fee: 2.9 % plus 30 minor units. */
const feeOf = (amount: number): number => Math.min(amount, Math.round(amount * 0.029) + 30);

const feeDetails = (
  amount: number,
  currency: string,
  description: string,
): BalanceTransaction['fee_details'] => [
  { amount, application: null, currency, description, type: 'stripe_fee' },
];

/** Adds an amount to the account's balance, converted where a rate is known; negative for refunds, without the fee. */
export const insertBalanceTransaction = (call: Call, given: Given): BalanceTransaction => {
  const account = ownAccount(call);
  const settled = settle(given.amount, given.currency, account.default_currency ?? 'usd');
  const fee = given.fee ?? (given.type === 'charge' ? feeOf(settled.amount) : 0);
  const feeName = given.type === 'charge' ? 'Stripe processing fees' : 'Dispute fee';
  const atOnce = given.available === 'at once';
  return call.books.insert('balance_transaction', {
    id: newId('txn_3', 23),
    object: 'balance_transaction',
    amount: settled.amount,
    available_on: atOnce ? call.now : call.now + twoDays,
    balance_type: 'payments',
    created: call.now,
    currency: settled.currency,
    description: given.description,
    exchange_rate: settled.rate,
    fee,
    fee_details: fee === 0 ? [] : feeDetails(fee, settled.currency, feeName),
    net: settled.amount - fee,
    reporting_category: given.category ?? given.type,
    source: given.source,
    status: atOnce ? 'available' : 'pending',
    type: given.type,
  });
};

/** Returns the balance by currency: available and pending amounts. */
export const balanceOf = (call: Call): { available: Map<string, number>; pending: Map<string, number> } => {
  const rows = call
    .sql(`SELECT json_extract(json, '$.currency') AS currency, json_extract(json, '$.available_on') <= ? AS ready, sum(json_extract(json, '$.net')) AS net
          FROM objects WHERE account = ? AND type = 'balance_transaction' GROUP BY 1, 2`)
    .all(call.now, call.account);
  const ofState = (ready: number): Map<string, number> =>
    new Map(
      rows
        .filter((row) => row['ready'] === ready)
        .map((row) => [String(row['currency']), Number(row['net'])]),
    );
  return { available: ofState(1), pending: ofState(0) };
};

const sourceOf = (call: Call, transaction: Record<string, unknown>): object => {
  const source = String(transaction['source']);
  const type = source.startsWith('re_') ? 'refund' : source.startsWith('du_') ? 'dispute' : 'charge';
  return visible(call.books.get(type, source));
};

const amounts = (sums: Map<string, number>): object[] =>
  [...sums].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }));

export const balanceTransactions: Resource = {
  endpoints: [
    retrieval('/v1/balance_transactions/:id', 'balance_transaction'),
    listing(
      '/v1/balance_transactions',
      'balance_transaction',
      { currency: text(), source: text(), type: text() },
      (params) => [
        ...where('currency', params.currency),
        ...where('source', params.source),
        ...where('type', params.type),
      ],
    ),
    endpoint('GET /v1/balance', {}, (call) => {
      const { available, pending } = balanceOf(call);
      return { object: 'balance', available: amounts(available), livemode: false, pending: amounts(pending) };
    }),
  ],
  references: { balance_transaction: { source: sourceOf } },
};
