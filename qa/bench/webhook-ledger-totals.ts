// Compares the ledger with the mock Stripe by totals of Stripe's objects, without any code of the app.
import type pg from 'pg';

import { sum } from '../lib/harness.ts';
import type { Purchase } from './webhook-purchases.ts';
import type { PurchaseScenario } from './webhook-scenarios.ts';

type LedgerTotals = Record<string, number>;

type Charge = { paid: boolean; amount: number; amount_refunded: number };
type Dispute = { status: string; amount: number };
type Session = { status: string };

/** The ledger totals of one purchase. */
function getTotals({ objects }: PurchaseScenario): LedgerTotals {
  const all = <T>(kind: string) =>
    objects.filter((object) => object.kind === kind).map(({ plain }) => JSON.parse(plain) as T);
  const charges = all<Charge>('charge').filter(({ paid }) => paid);
  const lost = all<Dispute>('dispute').filter(({ status }) => status === 'lost');
  const complete = all<Session>('session').filter(({ status }) => status === 'complete').length;
  return {
    orders: complete,
    expired: all<Session>('session').length - complete,
    sales: charges.length,
    received: sum(charges.map(({ amount }) => amount)),
    refunded: sum(charges.map(({ amount_refunded }) => amount_refunded)),
    lost: sum(lost.map(({ amount }) => amount)),
    refunds: all('refund').length,
    disputes: all('dispute').length,
    subscriptions: all('subscription').length,
  };
}

export function getExpectedTotals(
  scenarios: readonly PurchaseScenario[],
  purchases: readonly Purchase[],
): Map<string, LedgerTotals> {
  const each = new Map(scenarios.map((scenario) => [scenario.name, getTotals(scenario)]));
  const accounts = new Map<string, LedgerTotals>();
  for (const { account, name } of purchases) {
    const totals = accounts.get(account) ?? {};
    for (const [metric, value] of Object.entries(each.get(name) ?? {})) totals[metric] = (totals[metric] ?? 0) + value;
    accounts.set(account, totals);
  }
  return accounts;
}

const COUNT_QUERIES: [string[], string][] = [
  [
    ['orders', 'received', 'refunded', 'lost'],
    'select account_id, count(*), sum(received), sum(refunded), sum(lost) from orders group by 1',
  ],
  [['expired'], `select account_id, count(*) from checkout_attempts where state = 'expired' group by 1`],
  [['sales'], 'select account_id, count(*) from sales group by 1'],
  [['refunds'], 'select account_id, count(*) from refunds group by 1'],
  [['disputes'], 'select account_id, count(*) from disputes group by 1'],
  [['subscriptions'], 'select account_id, count(*) from buyer_subscriptions group by 1'],
];

/** Lists the differences between the ledger and Stripe. */
export async function findTotalDifferences(db: pg.Client, expected: Map<string, LedgerTotals>): Promise<string[]> {
  const messages: string[] = [];
  for (const [metrics, query] of COUNT_QUERIES) {
    const { rows } = await db.query<string[]>({ text: query, rowMode: 'array' });
    const counted = new Map(rows.map(([account = '', ...values]) => [account, values.map(Number)]));
    for (const [account, totals] of expected) {
      for (const [index, metric] of metrics.entries()) {
        const have = counted.get(account)?.[index] ?? 0;
        const expectedValue = totals[metric] ?? 0;
        if (have !== expectedValue) messages.push(`${account}: ${metric} ${have}, at Stripe ${expectedValue}`);
      }
    }
  }
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from (select seller_id from orders group by 1 having count(*) <> max(number)) gaps`,
  );
  if (rows[0]?.count) messages.push(`${rows[0].count} sellers have gaps in their order numbers`);
  const open = await db.query<{ status: string; count: number; error: string | null }>(
    `select status, count(*)::integer as count, max(last_error) as error from stripe_events where status <> 'done' group by 1`,
  );
  for (const { status, count, error } of open.rows) messages.push(`${count} events are ${status}: ${error}`);
  return messages;
}
