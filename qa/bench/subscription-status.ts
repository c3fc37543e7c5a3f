// Latency of check-subscription-status: `npm run bench:status`. Compares a seller with a thousand sales and one
// with a million over HTTP, on both databases. Ends with 1 when p50 among a million exceeds 3 ms, or the number of
// sales affects the time. `--rows 100000` shortens the run.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { sql } from 'drizzle-orm';
import pg from 'pg';

import type { Database, Db } from '#server/db/client.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';

import { createConnectedSeller, publishPage, createPageConfig } from '../../e2e/support/seller.ts';
import { openTestPostgres } from '../../scripts/test-postgres.ts';
import { startInProcessApp, type InProcessApp } from '../lib/in-process-app.ts';
import { getPercentile } from '../lib/percentile.ts';
import { median, reportMetric, getExitCode } from '../lib/report-metrics.ts';
import { payOnPage } from '../lib/sandbox-stripe.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const FEW = 1000;
const MANY = Number(values.rows);
const BATCH = 100_000;
const WARM_UP = 300;
const ROUNDS = 5;
const CALLS = 400;

const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-bench-'));
const postgres = await openTestPostgres();

async function openDatabase(kind: 'embedded' | 'PostgreSQL', name: string): Promise<Database> {
  if (kind === 'embedded') {
    const hold = await lockFolder(path.join(folder, name));
    const database = await openEmbedded(hold, 'drizzle');
    return { ...database, close: () => database.close().finally(hold.release) };
  }
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return openPostgres(url.href, 'drizzle', () => undefined);
}

const open: (() => Promise<void>)[] = [];

async function stopAll(): Promise<void> {
  for (const stop of open.splice(0)) await stop();
}

async function startBenchApp(database: Database): Promise<InProcessApp> {
  const bench = await startInProcessApp(database);
  open.push(bench.stop);
  return bench;
}

/** Copies the only existing sale until there are `count`, over the last three months, and counts them. */
async function copySales(db: Db, count: number): Promise<void> {
  await patiently(db, async (tx) => {
    for (let from = 2; from <= count; from += BATCH) {
      await tx.execute(sql`
        insert into sales (id, mode, seller_id, account_id, source, attempt_id, page_id, version_id,
                           payment_intent_id, currency, amount, usd_cents, fx_rate, fx_source, paid_at, created_at)
        select gen_random_uuid(), mode, seller_id, account_id, source || '-' || n, attempt_id, page_id, version_id,
               'pi_' || n, currency, 100, 100, '1', 'identity', paid_at - (n % 90) * interval '1 day', created_at
          from (select * from sales limit 1) one,
               generate_series(${from}::int, ${Math.min(from + BATCH - 1, count)}::int) n`);
    }
    await tx.execute(sql`
      insert into monthly_sales (seller_id, mode, month, usd_cents, transactions)
      select seller_id, mode, to_char(paid_at at time zone 'UTC', 'YYYY-MM'), sum(usd_cents), count(*)
        from sales group by 1, 2, 3
      on conflict (seller_id, mode, month)
      do update set usd_cents = excluded.usd_cents, transactions = excluded.transactions`);
    await tx.execute(sql`analyze`);
  });
}

/** The app's pool cancels statements after some seconds; these statements run without a timeout. */
const patiently = (db: Db, work: (tx: Db) => Promise<void>): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await work(tx);
  });

/** The time of one call of a seller, in ms. */
type Ask = () => Promise<number>;

/** Creates a seller in the trial with this many sales. */
async function sellerWith(kind: 'embedded' | 'PostgreSQL', count: number): Promise<Ask> {
  const bench = await startBenchApp(await openDatabase(kind, `sales_${count}`));
  const seller = await createConnectedSeller(bench);
  await seller.call('create-subscription', { planId: 'pro' });
  const { slug } = await publishPage(seller, createPageConfig({ requireTerms: false }));
  const { url } = await seller.call('create-checkout-session', { slug });
  await bench.app.sandbox?.waitForDeliveries();
  await payOnPage(url);
  await bench.app.waitUntilIdle();
  await copySales(bench.app.context.db, count);
  const { body } = await statusFor(bench.url, seller.session.access_token);
  if (!body.includes('"transactions":')) throw new Error(`No status: ${body}`);
  return async () => (await statusFor(bench.url, seller.session.access_token)).ms;
}

async function statusFor(url: string, token: string): Promise<{ ms: number; body: string }> {
  const start = performance.now();
  const answer = await fetch(`${url}/functions/v1/check-subscription-status`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: '{}',
  });
  const body = await answer.text();
  const ms = performance.now() - start;
  if (!answer.ok) throw new Error(`The status answered ${answer.status}: ${body}`);
  return { ms, body };
}

type Times = { few: number[]; many: number[] };

/** Alternates the calls, so that other load on the machine affects both alike. */
async function round(few: Ask, many: Ask, calls: number): Promise<Times> {
  const times: Times = { few: [], many: [] };
  for (let call = 0; call < calls; call++) {
    times.few.push(await few());
    times.many.push(await many());
  }
  return times;
}

async function compare(kind: 'embedded' | 'PostgreSQL'): Promise<void> {
  const few = await sellerWith(kind, FEW);
  const many = await sellerWith(kind, MANY);
  await round(few, many, WARM_UP);
  const rounds: Times[] = [];
  for (let time = 0; time < ROUNDS; time++) rounds.push(await round(few, many, CALLS));
  await stopAll();
  const [quietest] = rounds.toSorted((one, other) => median(one.many) - median(other.many));
  if (!quietest) throw new Error('No round');
  const formatTimes = (sample: number[]) =>
    `p50 ${median(sample).toFixed(2)} ms, p95 ${getPercentile(sample, 95).toFixed(2)} ms`;
  const others = rounds.filter((one) => one !== quietest).map((one) => median(one.many).toFixed(2));
  console.log(
    `${kind}, the quietest of ${ROUNDS} rounds of ${CALLS} calls: among ${FEW} sales ${formatTimes(quietest.few)}; among ${MANY} ${formatTimes(quietest.many)} (p50 of the others ${others.join(', ')} ms)`,
  );
  const ratio = median(rounds.map((one) => median(one.many) / median(one.few)));
  reportMetric(`${kind}: p50 among ${MANY} sales, ms`, median(quietest.many), 3, 'at most');
  reportMetric(`${kind}: p50 among ${MANY} / among ${FEW}`, ratio, 1.2, 'at most');
}

try {
  for (const kind of ['PostgreSQL', 'embedded'] as const) await compare(kind);
} finally {
  await stopAll();
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit(getExitCode());
