// Query times of the order list: `npm run bench:orders`. On PostgreSQL, it compares a seller with a thousand orders
// and one with a hundred thousand, with a hundred thousand orders of other sellers in the table. Ends with 1 when
// p95 of a query of the larger seller exceeds 250 ms, or a plan reads the whole table although an index serves.
// `--orders 20000` shortens the run; `--embedded` measures only times, on the embedded database.
import { parseArgs } from 'node:util';

import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import type { OrderFilter } from '#domain/order-filter.ts';
import type { Db } from '#server/db/client.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { buildOrderQuery } from '#server/orders/queries/order-filters.ts';
import { listFilterChoices, listOrderPage, listOrdersAfter, sumOrders } from '#server/orders/queries/order-lists.ts';

import { createConnectedSeller, publishPage, createPageConfig } from '../../e2e/support/seller.ts';
import { openTestPostgres } from '../../scripts/test-postgres.ts';
import { COMMON_WORD, copyOrders, RARE_NAME } from '../lib/copy-orders.ts';
import { startInProcessApp } from '../lib/in-process-app.ts';
import { getPercentile } from '../lib/percentile.ts';
import { median, reportMetric, getExitCode } from '../lib/report-metrics.ts';
import { payOnPage } from '../lib/sandbox-stripe.ts';

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '100000' }, embedded: { type: 'boolean', default: false } },
});
const FEW = 1000;
const MANY = Number(values.orders);
const CALLS = 30;
const LIMIT_MS = 250;
const PORTION = 2500;

const postgres = values.embedded ? null : await openTestPostgres();
const database = postgres
  ? openPostgres(postgres.url, 'drizzle', () => undefined)
  : await openEmbedded(null, 'drizzle');
const here = await startInProcessApp(database);
const { app } = here;

type Seller = { id: string; pageId: string; count: number; listByDoor: () => Promise<unknown> };

async function sellerWith(count: number): Promise<Seller> {
  const seller = await createConnectedSeller(here);
  const { slug, pageId } = await publishPage(seller, createPageConfig({ requireTerms: false }));
  const { url: toPay } = await seller.call('create-checkout-session', { slug });
  await app.sandbox?.waitForDeliveries();
  await payOnPage(toPay);
  await app.waitUntilIdle();
  const [order] = (await seller.call('list-orders', {})).orders;
  if (!order) throw new Error('The order was not recorded');
  await copyOrders(database.db, order.id, count);
  const { rows } = (await database.db.execute(sql`select seller_id from orders where id = ${order.id}`)) as unknown as {
    rows: { seller_id: string }[];
  };
  return { id: rows[0]?.seller_id ?? '', pageId, count, listByDoor: () => seller.call('list-orders', {}) };
}

/**
 * A query of a seller. `all`: it reads most of the seller's orders, which are half of the table, so any plan is
 * acceptable.
 */
type Question = { name: string; all?: boolean; ask: (db: Db, seller: Seller) => Promise<unknown> };

const createOrderQuery = (db: Db, { id, count }: Seller, filter: OrderFilter = {}) =>
  buildOrderQuery(db, { sellerId: id, mode: 'sandbox', filter, upTo: count });

const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);

const FILTERS: [string, (seller: Seller) => OrderFilter, boolean?][] = [
  ['state paid', () => ({ state: 'paid' }), true],
  ['state refunded', () => ({ state: 'refunded' }), true],
  ['state failed', () => ({ state: 'failed' }), true],
  ['disputed', () => ({ state: 'disputed' }), true],
  ['page', ({ pageId }) => ({ pageId }), true],
  ['coupon', () => ({ coupon: 'SAVE5' }), true],
  ['last 30 days', () => ({ from: day(29), to: day(0) })],
  ['a rare word', () => ({ search: RARE_NAME })],
  ['a name', () => ({ search: 'aik' })],
  ['a common word', () => ({ search: COMMON_WORD }), true],
  ['one letter', () => ({ search: 'b' }), true],
  ['two words and a state', () => ({ search: 'hana lind', state: 'refunded' })],
];

const pageOf = (filter: (seller: Seller) => OrderFilter, part: number) => async (db: Db, seller: Seller) => {
  const orderQuery = await createOrderQuery(db, seller, filter(seller));
  const all = counts.get(JSON.stringify(orderQuery)) ?? 0;
  return listOrderPage(db, orderQuery, Math.max(1, Math.ceil((all * part) / 50)), all);
};

/** The number of orders that each filter finds; the list knows it from its totals before it loads a page. */
const counts = new Map<string, number>();

const QUESTIONS: Question[] = [
  { name: 'first page', ask: pageOf(() => ({}), 0) },
  { name: 'middle page', all: true, ask: pageOf(() => ({}), 0.5) },
  { name: 'last page', ask: pageOf(() => ({}), 1) },
  { name: 'totals', all: true, ask: async (db, seller) => sumOrders(db, await createOrderQuery(db, seller)) },
  { name: 'choices', all: true, ask: (db, { id }) => listFilterChoices(db, id, 'sandbox') },
  ...FILTERS.flatMap(([name, filter, all = false]): Question[] => [
    { name: `${name}: first page`, ask: pageOf(filter, 0) },
    { name: `${name}: last page`, ask: pageOf(filter, 1) },
    {
      name: `${name}: totals`,
      all,
      ask: async (db, seller) => sumOrders(db, await createOrderQuery(db, seller, filter(seller))),
    },
  ]),
  {
    name: `a batch of ${PORTION} for CSV`,
    ask: async (db, seller) =>
      listOrdersAfter(db, await createOrderQuery(db, seller), Math.floor(seller.count / 2), PORTION),
  },
  {
    name: 'the same for a common word',
    ask: async (db, seller) =>
      listOrdersAfter(
        db,
        await createOrderQuery(db, seller, { search: COMMON_WORD }),
        Math.floor(seller.count / 2),
        PORTION,
      ),
  },
  { name: 'the whole list over RPC', all: true, ask: (_, seller) => seller.listByDoor() },
];

async function countAll(seller: Seller): Promise<void> {
  for (const filter of [(): OrderFilter => ({}), ...FILTERS.map(([, of]) => of)]) {
    const orderQuery = await createOrderQuery(database.db, seller, filter(seller));
    const totals = await sumOrders(database.db, orderQuery);
    counts.set(
      JSON.stringify(orderQuery),
      totals.reduce((all, { count }) => all + count, 0),
    );
  }
}

/** Whether the plan reads every order of every seller. */
async function readsWholeTable(client: pg.Client, question: Question, seller: Seller): Promise<boolean> {
  const recorded: { query: string; params: unknown[] }[] = [];
  const logged = drizzle(client, { logger: { logQuery: (query, params) => recorded.push({ query, params }) } });
  await question.ask(logged, seller);
  for (const { query, params } of recorded.splice(0)) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${query}`, params);
    if (rows.some((row) => /Seq Scan on orders/.test(row['QUERY PLAN']))) return true;
  }
  return false;
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

try {
  const few = await sellerWith(FEW);
  const many = await sellerWith(MANY);
  await sellerWith(MANY);
  for (const seller of [few, many]) await countAll(seller);
  const client = postgres && new pg.Client({ connectionString: postgres.url });
  await client?.connect();
  console.log(`ms, p50 and p95 of ${CALLS} calls: among ${FEW} orders | among ${MANY} | ratio of the p50s`);
  for (const question of QUESTIONS) {
    const times = { few: [] as number[], many: [] as number[] };
    for (let call = -3; call < CALLS; call++) {
      const [one, other] = [
        await timed(() => question.ask(database.db, few)),
        await timed(() => question.ask(database.db, many)),
      ];
      if (call >= 0) {
        times.few.push(one);
        times.many.push(other);
      }
    }
    const formatTimes = (sample: number[]) =>
      `${median(sample).toFixed(1).padStart(7)} ${getPercentile(sample, 95).toFixed(1).padStart(7)}`;
    const ratio = median(times.many) / median(times.few);
    console.log(
      `${question.name.padEnd(34)} ${formatTimes(times.few)} | ${formatTimes(times.many)} | ${ratio.toFixed(1).padStart(7)}`,
    );
    reportMetric(`${question.name}: p95 among ${MANY}, ms`, getPercentile(times.many, 95), LIMIT_MS, 'at most');
    if (client && !question.all) {
      const whole = await readsWholeTable(client, question, many);
      reportMetric(`${question.name}: plans that read the whole table`, whole ? 1 : 0, 0, 'at most');
    }
  }
  await client?.end();
} finally {
  await here.stop();
  await postgres?.close();
}
process.exit(getExitCode());
