// Query times of the order list: `npm run bench -- orders`. On PostgreSQL, it compares a seller with a thousand orders and
// one with a million, with a hundred thousand orders of another seller in the table. Prints the plan of the slowest
// query of each kind. Ends with 1 when p95 of a kind exceeds 150 ms, or a plan reads the whole table although an
// index serves. `--orders 50000 --calls 5` shorten the run; `--embedded` measures times on the embedded database.
import type pg from 'pg';

import type { OrderFilter } from '#domain/order-filter.ts';
import type { Db } from '#server/db/client.ts';
import { buildOrderQuery } from '#server/orders/queries/order-filters.ts';
import { listFilterChoices, listOrderPage, listOrdersAfter, sumOrders } from '#server/orders/queries/order-lists.ts';

import { COMMON_WORD, copyOrders, RARE_NAME } from '../lib/copy-orders.ts';
import {
  getPercentile,
  measureMs,
  median,
  readOptions,
  reportMetric,
  reportRatio,
  runAndExit,
} from '../lib/harness.ts';
import { createSellerWithOrder, startInProcessApp, type InProcessApp } from '../lib/in-process-app.ts';
import { openClient, openScriptDb } from '../lib/postgres.ts';
import { explainQueries } from '../lib/query-plans.ts';

const { orders: MANY, calls: CALLS, embedded } = readOptions({ orders: 1_000_000, calls: 20, embedded: false });
const FEW = 1000;
const OTHERS = 100_000;
const LIMIT_MS = 150;
const BATCH = 2500;

type SellerWithOrders = { id: string; pageId: string; count: number; list: () => Promise<unknown> };

async function createSellerWithOrders(here: InProcessApp, db: Db, count: number): Promise<SellerWithOrders> {
  const { seller, sellerId: id, pageId, orderId } = await createSellerWithOrder(here);
  await copyOrders(db, orderId, count);
  return { id, pageId, count, list: () => seller.call('list-orders', {}) };
}

type Kind = 'list' | 'totals' | 'choices' | 'export' | 'whole call';

/**
 * A query of a seller. `all`: it reads most of the seller's orders, which are most of the table, so any plan is
 * acceptable.
 */
type Query = { name: string; kind: Kind; all?: boolean; run: (db: Db, seller: SellerWithOrders) => Promise<unknown> };

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
  { name: 'first page', kind: 'list', run: pageOf(() => ({}), 0) },
  { name: 'middle page', kind: 'list', all: true, run: pageOf(() => ({}), 0.5) },
  { name: 'last page', kind: 'list', run: pageOf(() => ({}), 1) },
  {
    name: 'totals',
    kind: 'totals',
    all: true,
    run: async (db, seller) => sumOrders(db, await createOrderQuery(db, seller)),
  },
  { name: 'choices', kind: 'choices', all: true, run: (db, { id }) => listFilterChoices(db, id, 'sandbox') },
  ...FILTERS.flatMap(([name, filter, all = false]): Query[] => [
    { name: `${name}: first page`, kind: 'list', run: pageOf(filter, 0) },
    { name: `${name}: last page`, kind: 'list', run: pageOf(filter, 1) },
    {
      name: `${name}: totals`,
      kind: 'totals',
      all,
      run: async (db, seller) => sumOrders(db, await createOrderQuery(db, seller, filter(seller))),
    },
  ]),
  {
    name: `a batch of ${BATCH} for CSV`,
    kind: 'export',
    run: async (db, seller) =>
      listOrdersAfter(db, await createOrderQuery(db, seller), Math.floor(seller.count / 2), BATCH),
  },
  {
    name: 'the same for a common word',
    kind: 'export',
    run: async (db, seller) =>
      listOrdersAfter(
        db,
        await createOrderQuery(db, seller, { search: COMMON_WORD }),
        Math.floor(seller.count / 2),
        BATCH,
      ),
  },
  { name: 'the whole list over RPC', kind: 'whole call', all: true, run: (_, seller) => seller.list() },
];

async function countAll(db: Db, seller: SellerWithOrders): Promise<void> {
  for (const filter of [(): OrderFilter => ({}), ...FILTERS.map(([, of]) => of)]) {
    const orderQuery = await createOrderQuery(db, seller, filter(seller));
    counts.set(JSON.stringify(orderQuery), (await sumOrders(db, orderQuery)).count);
  }
}

type Measured = { query: Query; p95: number; slowestPlan: string; readsWholeTable: boolean };

/** Measures one query; `client`: for its plans. */
async function measureQuery(
  db: Db,
  client: pg.Client | null,
  query: Query,
  few: SellerWithOrders,
  many: SellerWithOrders,
): Promise<Measured> {
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
  const plans = client ? await explainQueries(client, (logged) => query.run(logged, many)) : [];
  const readsWholeTable = !query.all && plans.some(({ plan }) => /Seq Scan on orders/.test(plan));
  return { query, p95: getPercentile(times.many, 95), slowestPlan: plans[0]?.plan ?? '', readsWholeTable };
}

/** Compares the first page of the list with the plain query for its rows. */
async function compareWithRawQuery(db: Db, client: pg.Client, seller: SellerWithOrders): Promise<void> {
  const [firstPage] = QUERIES;
  const raw = 'select * from orders where mode = $1 and seller_id = $2 order by created_at desc, id desc limit 50';
  const times = { app: [] as number[], raw: [] as number[] };
  for (let call = 0; call < CALLS; call++) {
    times.app.push(await measureMs(async () => firstPage?.run(db, seller)));
    times.raw.push(await measureMs(() => client.query(raw, ['sandbox', seller.id])));
  }
  reportRatio('first page / raw query', times.app, times.raw, { unit: 'ms', atMost: 3 });
}

function report(measured: readonly Measured[]): void {
  for (const [kind, all] of Map.groupBy(measured, ({ query }) => query.kind)) {
    const [slowest] = all.toSorted((one, other) => other.p95 - one.p95);
    if (!slowest) continue;
    console.log(`\nThe slowest query of its kind (${kind}), ${slowest.query.name}\n${slowest.slowestPlan}`);
    reportMetric(
      `p95 of ${kind} among ${MANY} orders, slowest (${slowest.query.name})`,
      slowest.p95,
      LIMIT_MS,
      'at most',
      'ms',
    );
  }
  const whole = measured.filter(({ readsWholeTable }) => readsWholeTable);
  for (const { query } of whole) console.log(`Reads the whole table: ${query.name}`);
  reportMetric('queries that read the whole table although an index serves', whole.length, 0, 'at most');
}

await runAndExit(async () => {
  await using here = await startInProcessApp({ database: embedded ? 'embedded' : 'postgres' });
  await using client = here.databaseUrl ? await openClient(here.databaseUrl) : null;
  const scriptDb = client ? openScriptDb(client) : here.db;
  const few = await createSellerWithOrders(here, scriptDb, FEW);
  const many = await createSellerWithOrders(here, scriptDb, MANY);
  await createSellerWithOrders(here, scriptDb, OTHERS);
  for (const seller of [few, many]) await countAll(scriptDb, seller);
  console.log(`ms, p50 and p95 of ${CALLS} calls: among ${FEW} orders | among ${MANY} | ratio of the p50s`);
  const measured: Measured[] = [];
  for (const query of QUERIES) measured.push(await measureQuery(scriptDb, client, query, few, many));
  report(measured);
  if (client) await compareWithRawQuery(here.db, client, many);
});
