// Query times of the order list: `npm run bench:orders`. On PostgreSQL, it compares a seller with a thousand orders
// and one with a hundred thousand, with a hundred thousand orders of other sellers in the table. Ends with 1 when
// p95 of a query of the larger seller exceeds 250 ms, or a plan reads the whole table although an index serves.
// `--orders 20000` shortens the run; `--embedded` measures only times, on the embedded database.
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

import type { OrderFilter } from '#domain/order-filter.ts';
import type { Db } from '#server/db/client.ts';
import { buildOrderQuery } from '#server/orders/queries/order-filters.ts';
import { listFilterChoices, listOrderPage, listOrdersAfter, sumOrders } from '#server/orders/queries/order-lists.ts';

import { COMMON_WORD, copyOrders, RARE_NAME } from '../lib/copy-orders.ts';
import { getPercentile, measureMs, median, readOptions, reportMetric, runAndExit, sum } from '../lib/harness.ts';
import { createSellerWithOrder, startInProcessApp, type InProcessApp } from '../lib/in-process-app.ts';
import { openClient } from '../lib/postgres.ts';

const { orders: MANY, embedded } = readOptions({ orders: 100_000, embedded: false });
const FEW = 1000;
const CALLS = 30;
const LIMIT_MS = 250;
const BATCH = 2500;

type SellerWithOrders = { id: string; pageId: string; count: number; list: () => Promise<unknown> };

async function createSellerWithOrders(here: InProcessApp, count: number): Promise<SellerWithOrders> {
  const { seller, sellerId: id, pageId, orderId } = await createSellerWithOrder(here);
  await copyOrders(here.db, orderId, count);
  return { id, pageId, count, list: () => seller.call('list-orders', {}) };
}

/**
 * A query of a seller. `all`: it reads most of the seller's orders, which are half of the table, so any plan is
 * acceptable.
 */
type Query = { name: string; all?: boolean; run: (db: Db, seller: SellerWithOrders) => Promise<unknown> };

const createOrderQuery = (db: Db, { id, count }: SellerWithOrders, filter: OrderFilter = {}) =>
  buildOrderQuery(db, { sellerId: id, mode: 'sandbox', filter, upTo: count });

const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);

const FILTERS: [string, (seller: SellerWithOrders) => OrderFilter, boolean?][] = [
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

const pageOf =
  (filter: (seller: SellerWithOrders) => OrderFilter, part: number) => async (db: Db, seller: SellerWithOrders) => {
    const orderQuery = await createOrderQuery(db, seller, filter(seller));
    const all = counts.get(JSON.stringify(orderQuery)) ?? 0;
    return listOrderPage(db, orderQuery, Math.max(1, Math.ceil((all * part) / 50)), all);
  };

/** The number of orders that each filter finds; the list knows it from its totals before it loads a page. */
const counts = new Map<string, number>();

const QUERIES: Query[] = [
  { name: 'first page', run: pageOf(() => ({}), 0) },
  { name: 'middle page', all: true, run: pageOf(() => ({}), 0.5) },
  { name: 'last page', run: pageOf(() => ({}), 1) },
  { name: 'totals', all: true, run: async (db, seller) => sumOrders(db, await createOrderQuery(db, seller)) },
  { name: 'choices', all: true, run: (db, { id }) => listFilterChoices(db, id, 'sandbox') },
  ...FILTERS.flatMap(([name, filter, all = false]): Query[] => [
    { name: `${name}: first page`, run: pageOf(filter, 0) },
    { name: `${name}: last page`, run: pageOf(filter, 1) },
    {
      name: `${name}: totals`,
      all,
      run: async (db, seller) => sumOrders(db, await createOrderQuery(db, seller, filter(seller))),
    },
  ]),
  {
    name: `a batch of ${BATCH} for CSV`,
    run: async (db, seller) =>
      listOrdersAfter(db, await createOrderQuery(db, seller), Math.floor(seller.count / 2), BATCH),
  },
  {
    name: 'the same for a common word',
    run: async (db, seller) =>
      listOrdersAfter(
        db,
        await createOrderQuery(db, seller, { search: COMMON_WORD }),
        Math.floor(seller.count / 2),
        BATCH,
      ),
  },
  { name: 'the whole list over RPC', all: true, run: (_, seller) => seller.list() },
];

async function countAll(db: Db, seller: SellerWithOrders): Promise<void> {
  for (const filter of [(): OrderFilter => ({}), ...FILTERS.map(([, of]) => of)]) {
    const orderQuery = await createOrderQuery(db, seller, filter(seller));
    const totals = await sumOrders(db, orderQuery);
    counts.set(JSON.stringify(orderQuery), sum(totals.map(({ count }) => count)));
  }
}

/** Whether the plan reads every order of every seller. */
async function readsWholeTable(client: pg.Client, query: Query, seller: SellerWithOrders): Promise<boolean> {
  const recorded: { query: string; params: unknown[] }[] = [];
  const logged = drizzle(client, { logger: { logQuery: (query, params) => recorded.push({ query, params }) } });
  await query.run(logged, seller);
  for (const { query, params } of recorded.splice(0)) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${query}`, params);
    if (rows.some((row) => /Seq Scan on orders/.test(row['QUERY PLAN']))) return true;
  }
  return false;
}

/** Measures one query; `client`: for its plans. */
async function measureQuery(
  db: Db,
  client: pg.Client | null,
  query: Query,
  few: SellerWithOrders,
  many: SellerWithOrders,
): Promise<void> {
  const times = { few: [] as number[], many: [] as number[] };
  for (let call = -3; call < CALLS; call++) {
    const fewMs = await measureMs(() => query.run(db, few));
    const manyMs = await measureMs(() => query.run(db, many));
    if (call < 0) continue;
    times.few.push(fewMs);
    times.many.push(manyMs);
  }
  const format = (sample: number[]) =>
    `${median(sample).toFixed(1).padStart(7)} ${getPercentile(sample, 95).toFixed(1).padStart(7)}`;
  const ratio = (median(times.many) / median(times.few)).toFixed(1).padStart(7);
  console.log(`${query.name.padEnd(34)} ${format(times.few)} | ${format(times.many)} | ${ratio}`);
  reportMetric(`${query.name}: p95 among ${MANY}, ms`, getPercentile(times.many, 95), LIMIT_MS, 'at most');
  if (!client || query.all) return;
  const isWhole = await readsWholeTable(client, query, many);
  reportMetric(`${query.name}: plans that read the whole table`, isWhole ? 1 : 0, 0, 'at most');
}

await runAndExit(async () => {
  await using here = await startInProcessApp({ database: embedded ? 'embedded' : 'postgres' });
  const few = await createSellerWithOrders(here, FEW);
  const many = await createSellerWithOrders(here, MANY);
  await createSellerWithOrders(here, MANY);
  for (const seller of [few, many]) await countAll(here.db, seller);
  console.log(`ms, p50 and p95 of ${CALLS} calls: among ${FEW} orders | among ${MANY} | ratio of the p50s`);
  await using client = here.databaseUrl ? await openClient(here.databaseUrl) : null;
  for (const query of QUERIES) await measureQuery(here.db, client, query, few, many);
});
