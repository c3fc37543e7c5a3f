// Dashboard query times: `npm run bench:analytics`. On PostgreSQL, one seller has four fifths of ten million views
// over 400 days and one order per hundred views; the benchmark times warm RPC calls for each period with each
// comparison and dimension. Views older than the retention period exist only as daily counts. Ends with 1 when p95
// exceeds 200 ms. `--events 1000000` and `--orders 20000` shorten the run; `--embedded` uses the embedded database
// (a million views).
import { parseArgs } from 'node:util';

import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import { ANALYTICS_DIMENSIONS, ANALYTICS_PRESETS, type AnalyticsPreset } from '#domain/analytics.ts';
import { resolveScope, inSnapshot } from '#server/analytics/analytics-scope.ts';
import { loadBreakdown } from '#server/analytics/breakdown.ts';
import { loadAnalytics } from '#server/analytics/load-analytics.ts';
import type { Context } from '#server/core/context.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';

import {
  createConnectedSeller,
  uniqueName,
  publishPage,
  createPageConfig,
  type Seller,
} from '../../e2e/support/seller.ts';
import { openTestPostgres } from '../../scripts/test-postgres.ts';
import { copyOrders } from '../lib/copy-orders.ts';
import { startInProcessApp } from '../lib/in-process-app.ts';
import { getPercentile } from '../lib/percentile.ts';
import { median, reportMetric, getExitCode } from '../lib/report-metrics.ts';
import { payOnPage } from '../lib/sandbox-stripe.ts';
import { assignAttributions, DAYS, insertPageViews, type RunSql } from './seed-page-views.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string' },
    orders: { type: 'string' },
    embedded: { type: 'boolean', default: false },
  },
});
const EVENTS = Number(values.events ?? (values.embedded ? 1_000_000 : 10_000_000));
const ORDERS = Number(values.orders ?? EVENTS / 100);
const LIMIT_MS = 200;
const PAGES = 5;
const VERSIONS = 4;
const OTHERS = 4;
const SLOWEST = 5;

const postgres = values.embedded ? null : await openTestPostgres();
const database = postgres
  ? openPostgres(postgres.url, 'drizzle', () => undefined)
  : await openEmbedded(null, 'drizzle');
const here = await startInProcessApp(database);
const { app } = here;
const client = postgres && new pg.Client({ connectionString: postgres.url });
await client?.connect();

const ask: RunSql = client
  ? (text) => client.query(text)
  : async (text) => {
      await database.db.execute(sql`set statement_timeout = 0`);
      await database.db.execute(sql.raw(text));
    };

type SeededSeller = { seller: Seller; id: string; pageIds: string[] };

async function sellerWith(pages: number): Promise<SeededSeller> {
  const seller = await createConnectedSeller(here);
  const pageIds: string[] = [];
  for (let page = 0; page < pages; page++) {
    const config = createPageConfig({ requireTerms: false, productName: `Course ${page + 1}` });
    const { pageId } = await publishPage(seller, config);
    for (let version = 2; version <= VERSIONS; version++)
      await publishPage(
        seller,
        { ...config, price: String(40 + version), customSlug: uniqueName('course') },
        { pageId },
      );
    pageIds.push(pageId);
  }
  const { rows } = (await database.db.execute(
    sql`select seller_id as id from pages where id = ${pageIds[0]}`,
  )) as unknown as { rows: { id: string }[] };
  return { seller, id: rows[0]?.id ?? '', pageIds };
}

async function sellOnce({ seller }: SeededSeller): Promise<string> {
  const { pages } = await seller.call('list-pages', {});
  const { url } = await seller.call('create-checkout-session', { slug: pages[0]?.slug ?? '' });
  await app.sandbox?.waitForDeliveries();
  await payOnPage(url);
  await app.waitUntilIdle();
  const [order] = (await seller.call('list-orders', {})).orders;
  if (!order) throw new Error('The order was not recorded');
  return order.id;
}

type Question = {
  name: string;
  call: (seller: Seller) => Promise<unknown>;
  read: (context: Context, sellerId: string) => Promise<unknown>;
};

function questionsOf(period: AnalyticsPreset, pageId: string): Question[] {
  const asks = [
    { period, compare: 'previous' as const },
    { period, compare: 'year' as const, pageId },
  ];
  return [
    ...asks.map((body): Question => ({
      name: `${period}${'pageId' in body ? ' of a page' : ''}, compared with ${body.compare}`,
      call: (seller) => seller.call('get-analytics', body),
      read: (context, sellerId) => loadAnalytics(context, sellerId, body),
    })),
    ...ANALYTICS_DIMENSIONS.map((by): Question => ({
      name: `${period} by ${by}`,
      call: (seller) => seller.call('get-breakdown', { period, by }),
      read: (context, sellerId) =>
        inSnapshot(context, async (tx) =>
          loadBreakdown(tx, await resolveScope(context, tx, sellerId, { period, by }), by),
        ),
    })),
  ];
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** Prints the PostgreSQL plan of the slowest statement of a call. */
async function planOf(question: Question, sellerId: string): Promise<string> {
  if (!client) return '';
  const recorded: { query: string; params: unknown[] }[] = [];
  const db = drizzle(client, { logger: { logQuery: (query, params) => recorded.push({ query, params }) } });
  await question.read({ ...app.context, db: db as unknown as Context['db'] }, sellerId);
  const plans: { ms: number; plan: string }[] = [];
  for (const { query, params } of recorded.filter((one) => one.query.startsWith('select'))) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${query}`, params);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    plans.push({ ms: Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1]), plan });
  }
  return plans.toSorted((one, other) => other.ms - one.ms)[0]?.plan ?? '';
}

try {
  const large = await sellerWith(PAGES);
  const others: SeededSeller[] = [];
  for (let other = 0; other < OTHERS; other++) others.push(await sellerWith(1));
  const orderId = await sellOnce(large);
  await ask(`update plan_subscriptions set plan = 'growth', access_until = now() + interval '10 years'`);
  const seeding = performance.now();
  await copyOrders(database.db, orderId, ORDERS);
  await assignAttributions(ask, large.id, ORDERS);
  await insertPageViews(ask, EVENTS, [
    { sellerId: large.id, pageIds: large.pageIds, share: 0.8 },
    ...others.map(({ id, pageIds }) => ({ sellerId: id, pageIds, share: 0.2 / OTHERS })),
  ]);
  console.log(
    `${EVENTS} views of ${DAYS} days and ${ORDERS} orders in ${((performance.now() - seeding) / 1000).toFixed(0)} s`,
  );
  for (const table of ['views', 'view_days', 'attempts', 'orders', 'sales']) {
    const { rows } = (await database.db.execute(
      sql.raw(
        `select count(*)::integer as rows, pg_size_pretty(pg_total_relation_size('${table}')) as size from ${table}`,
      ),
    )) as unknown as { rows: { rows: number; size: string }[] };
    console.log(`  ${table}: ${rows[0]?.rows} rows, ${rows[0]?.size}`);
  }
  const questions = ANALYTICS_PRESETS.flatMap((period) => questionsOf(period, large.pageIds[0] ?? ''));
  const results: { question: Question; ms: number }[] = [];
  for (const question of questions) {
    await question.call(large.seller);
    results.push({ question, ms: await timed(() => question.call(large.seller)) });
  }
  const slowest = results.toSorted((one, other) => other.ms - one.ms);
  for (const { question, ms } of slowest.slice(0, SLOWEST))
    console.log(`  ${ms.toFixed(0).padStart(5)} ms ${question.name}`);
  if (slowest[0]) console.log(await planOf(slowest[0].question, large.id));
  const times = results.map(({ ms }) => ms);
  console.log(`${times.length} warm calls: p50 ${median(times).toFixed(1)} ms`);
  reportMetric('p95 of a call, ms', getPercentile(times, 95), LIMIT_MS, 'at most');
} finally {
  await client?.end();
  await here.stop();
  await postgres?.close();
}
process.exit(getExitCode());
