// Dashboard query times: `npm run bench -- analytics`. On PostgreSQL, one seller has a million orders and four fifths of ten
// million views over 400 days; the benchmark times warm RPC calls for each period with each comparison and dimension,
// and prints the plan of the slowest statement. Views older than the retention period exist only as daily counts. Ends
// with 1 when p95 exceeds 150 ms. `--events 1000000 --orders 20000` shorten the run; `--embedded` uses the embedded
// database (a million views).
import { sql } from 'drizzle-orm';

import { ANALYTICS_DIMENSIONS, ANALYTICS_PRESETS, type AnalyticsPreset } from '#domain/analytics.ts';
import { inSnapshot, resolveScope } from '#server/analytics/analytics-scope.ts';
import { loadBreakdown } from '#server/analytics/breakdown.ts';
import { loadAnalytics } from '#server/analytics/load-analytics.ts';
import type { Context } from '#server/core/context.ts';

import {
  createConnectedSeller,
  createPageConfig,
  createSeller,
  publishPage,
  uniqueName,
  type Seller,
} from '../../e2e/support/seller.ts';
import { copyOrders } from '../lib/copy-orders.ts';
import {
  getPercentile,
  measureMs,
  median,
  readOptions,
  reportMetric,
  reportRatio,
  runAndExit,
} from '../lib/harness.ts';
import { findSellerId, placeOrder, startInProcessApp, type InProcessApp } from '../lib/in-process-app.ts';
import { openClient, openScriptDb } from '../lib/postgres.ts';
import { explainQueries } from '../lib/query-plans.ts';
import { assignAttributions, DAYS, insertPageViews, type RunSql } from './seed-page-views.ts';

/** 0: the default of the database. */
const { events, orders, embedded } = readOptions({ events: 0, orders: 0, embedded: false });
const EVENTS = events || (embedded ? 1_000_000 : 10_000_000);
const ORDERS = orders || EVENTS / 10;
const LIMIT_MS = 150;
const PAGES = 5;
const VERSIONS = 4;
const OTHERS = 4;
const SLOWEST = 5;
const RAW_CALLS = 5;

type SeededSeller = { seller: Seller; id: string; pageIds: string[] };

async function createSellerWithPages(here: InProcessApp, pages: number): Promise<SeededSeller> {
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
  return { seller, id: await findSellerId(here, pageIds[0] ?? ''), pageIds };
}

type Query = {
  name: string;
  call: (seller: Seller) => Promise<unknown>;
  read: (context: Context, sellerId: string) => Promise<unknown>;
};

function listQueries(period: AnalyticsPreset, pageId: string): Query[] {
  const requests = [
    { period, compare: 'previous' as const },
    { period, compare: 'year' as const, pageId },
  ];
  return [
    ...requests.map((body): Query => ({
      name: `${period}${'pageId' in body ? ' of a page' : ''}, compared with ${body.compare}`,
      call: (seller) => seller.call('get-analytics', body),
      read: (context, sellerId) => loadAnalytics(context, sellerId, body),
    })),
    ...ANALYTICS_DIMENSIONS.map((by): Query => ({
      name: `${period} by ${by}`,
      call: (seller) => seller.call('get-breakdown', { period, by }),
      read: (context, sellerId) =>
        inSnapshot(context, async (tx) =>
          loadBreakdown(tx, await resolveScope(context, tx, sellerId, { period, by }), by),
        ),
    })),
  ];
}

await runAndExit(async () => {
  await using here = await startInProcessApp({ database: embedded ? 'embedded' : 'postgres' });
  await using client = here.databaseUrl ? await openClient(here.databaseUrl) : null;
  const runSql: RunSql = client
    ? (text) => client.query(text)
    : async (text) => {
        await here.db.execute(sql`set statement_timeout = 0`);
        await here.db.execute(sql.raw(text));
      };
  const large = await createSellerWithPages(here, PAGES);
  const others: SeededSeller[] = [];
  for (let other = 0; other < OTHERS; other++) others.push(await createSellerWithPages(here, 1));
  const [page] = (await large.seller.call('list-pages', {})).pages;
  const { orderId } = await placeOrder(here, large.seller, page?.slug ?? '');
  await runSql(`update plan_subscriptions set plan = 'growth', access_until = now() + interval '10 years'`);
  const seedingMs = await measureMs(async () => {
    await copyOrders(client ? openScriptDb(client) : here.db, orderId, ORDERS, { isSummed: false });
    await assignAttributions(runSql, large.id);
    await insertPageViews(runSql, EVENTS, [
      { sellerId: large.id, pageIds: large.pageIds, share: 0.8 },
      ...others.map(({ id, pageIds }) => ({ sellerId: id, pageIds, share: 0.2 / OTHERS })),
    ]);
  });
  console.log(`${EVENTS} views of ${DAYS} days and ${ORDERS} orders in ${(seedingMs / 1000).toFixed(0)} s`);
  const summingMs = await measureMs(() => here.app.waitUntilIdle());
  console.log(`  summed by day in ${(summingMs / 1000).toFixed(0)} s`);
  await runSql('vacuum analyze revenue_days');
  for (const table of ['page_views', 'page_view_days', 'revenue_days', 'checkout_attempts', 'orders', 'sales']) {
    const size = `select count(*)::integer as rows, pg_size_pretty(pg_total_relation_size('${table}')) as size from ${table}`;
    const { rows } = (await here.db.execute(size)) as unknown as { rows: { rows: number; size: string }[] };
    console.log(`  ${table}: ${rows[0]?.rows} rows, ${rows[0]?.size}`);
  }
  // The data can take longer than an access token is valid.
  const seller = await createSeller(here, large.seller.email);
  const results: { query: Query; ms: number }[] = [];
  for (const query of ANALYTICS_PRESETS.flatMap((period) => listQueries(period, large.pageIds[0] ?? ''))) {
    await query.call(seller);
    results.push({ query, ms: await measureMs(() => query.call(seller)) });
  }
  const slowest = results.toSorted((one, other) => other.ms - one.ms);
  for (const { query, ms } of slowest.slice(0, SLOWEST)) console.log(`  ${ms.toFixed(0).padStart(5)} ms ${query.name}`);
  const [worst] = slowest;
  if (worst && client) {
    const readFrom = (db: Context['db']) => worst.query.read({ ...here.app.context, db }, large.id);
    const [slowestPlan] = await explainQueries(client, readFrom);
    console.log(slowestPlan?.plan);
  }
  const times = results.map(({ ms }) => ms);
  console.log(`${times.length} warm calls: p50 ${median(times).toFixed(1)} ms`);
  reportMetric(`p95 of a call with ${ORDERS} orders`, getPercentile(times, 95), LIMIT_MS, 'at most', 'ms');
  const raw = sql`select count(*), sum(amount) from sales where mode = 'sandbox' and seller_id = ${large.id}`;
  const rawTimes: number[] = [];
  for (let call = 0; call < RAW_CALLS; call++) rawTimes.push(await measureMs(() => here.db.execute(raw)));
  reportRatio('p50 of a call / a raw sum of all payments', times, rawTimes, { unit: 'ms', atMost: 1.5 });
});
