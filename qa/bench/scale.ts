// Scaling of the app: `npm run bench -- scale`. First the database: the queries of each operation among 1,000 pages
// and orders and among a million (`--rows`), with the plan of every query. Then the processes: requests per CPU
// second with one process and with two on one PostgreSQL database. Ends with 1 when a query reads a whole table or
// takes longer with more rows, or two processes do less than 0.9 of the work of one. `--plans` and `--processes`
// run one part only; `--rounds` and `--least` belong to the second.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type pg from 'pg';

import type { PagesEntry } from '#server/app.ts';

import { openOwnPostgres } from '../../scripts/test-postgres.ts';
import { getBuildDir } from '../lib/built-app.ts';
import { measureMs, median, readOptions, reportMetric, reportRatio, runAndExit, sum } from '../lib/harness.ts';
import { startInProcessApp } from '../lib/in-process-app.ts';
import { openClient } from '../lib/postgres.ts';
import { BACKGROUND_OPERATION, recordQueries, type RecordedQuery } from './record-queries.ts';
import { createCopier } from './scale-copier.ts';
import { ORDERS, createOperations, type Operation } from './scale-operations.ts';
import { compareProcesses } from './scale-processes.ts';

// PostgreSQL plans of the recorded queries, among many rows.
type QueryPlan = {
  operations: string[];
  text: string;
  lines: string[];
  /** Tables that the plan reads completely. */
  scannedTables: string[];
};

const PLANNED = /^\s*(select|insert|update|delete|with)\b/i;
const SCAN =
  /(Seq Scan|Index Only Scan|Index Scan|Bitmap Heap Scan|Bitmap Index Scan)( Backward)?( using \S+)? on \S+/g;

/** Tables with so few rows that a sequential scan is the fastest plan. */
const FEW_ROWS = 1000;

/** The plans of all distinct queries. `forced`: with sequential scans disabled wherever an index can serve. */
async function explainQueries(
  client: pg.Client,
  queries: readonly RecordedQuery[],
  forced: boolean,
): Promise<QueryPlan[]> {
  const { rows } = await client.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::float as rows from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const sizes = new Map(rows.map((row) => [row.name, row.rows]));
  const isLarge = (table: string) => (sizes.get(table) ?? 0) > FEW_ROWS;
  await client.query(`set enable_seqscan = ${forced ? 'off' : 'on'}`);
  const plans: QueryPlan[] = [];
  for (const [text, same] of Map.groupBy(queries, (one) => one.text)) {
    if (!PLANNED.test(text)) continue;
    const explained = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, same.at(-1)?.params ?? []);
    const lines = explained.rows.map((row) => row['QUERY PLAN']);
    const scanned = lines.flatMap((line) => /Seq Scan on (\S+)/.exec(line)?.[1] ?? []);
    const scannedTables = scanned.filter((table) => (forced ? sizes.has(table) : isLarge(table)));
    plans.push({
      operations: [...new Set(same.map((one) => one.operation))],
      text,
      lines,
      scannedTables,
    });
  }
  return plans;
}

/** The distinct access paths of a plan. */
const listAccessPaths = ({ lines }: QueryPlan): string =>
  [...new Set(lines.flatMap((line) => line.match(SCAN) ?? []))].join('; ') || 'no table access';

const options = readOptions({
  rows: 1_000_000,
  calls: 15,
  seconds: 5,
  verbose: false,
  plans: false,
  processes: false,
  rounds: 8,
  least: 0.9,
});
const [ROWS, CALLS] = [options.rows, options.calls];
const SIZES = [1000, 10_000, 100_000, 1_000_000].filter((size) => size <= ROWS);
/** The allowed ratio of times among a million and a thousand rows, and the time that is negligible in any case. */
const MAX = { times: 3, ms: 5 };
/** Read for all pages, and then cached. */
const WHOLE = 'sitemap';
/** Only their plans are checked, not their times: they run seldom, or they read or count all rows. */
const OF_ALL = new Set([WHOLE, BACKGROUND_OPERATION]);
/** Tables that never hold many rows, or that are emptied each second. */
const ALWAYS_SMALL =
  /^(blog_posts|signing_keys|visitor_salts|page_view_events|revenue_changes|card_testing_blocks|media|page_reports)$/;

/**
 * Run in the background, outside any request. The first reads all accounts that are not monitored yet. The second deletes unused
 * font files: it has indexes, but the copied pages share one stylesheet, so PostgreSQL expects to need all rows.
 */
const SWEEP = /insert into reconcile_cursors|delete from "font_files"/;

/** Milliseconds in the database per request, by operation and size. */
type Times = Map<string, number[]>;

async function timeOperations(
  operations: readonly Operation[],
  recorded: RecordedQuery[],
  calls: number,
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const { name, run: runOperation } of operations) {
    const sample: number[] = [];
    for (let call = -1; call < (name === BACKGROUND_OPERATION || name === '/metrics' ? 1 : calls); call++) {
      const from = recorded.length;
      await runOperation();
      const own = recorded.slice(from).filter((one) => one.operation === name);
      if (call >= 0) sample.push(sum(own.map(({ ms }) => ms)));
    }
    times.set(name, median(sample));
    if (options.verbose) console.log(`  ${name} ${sample.map((ms) => ms.toFixed(1)).join(' ')}`);
  }
  return times;
}

function printResult(times: Times): void {
  const heads = SIZES.map((size) => size.toLocaleString('en').padStart(10)).join('');
  console.log(`\nms in the database per request, p50 of ${CALLS}, by the number of pages and orders`);
  console.log(`${''.padEnd(42)}${heads}`);
  for (const [name, sample] of times)
    console.log(`${name.padEnd(42)}${sample.map((ms) => ms.toFixed(2).padStart(10)).join('')}`);
}

function evaluateTimes(times: Times): void {
  for (const [name, sample] of times) {
    const [few = 0, many = 0] = [sample[0], sample.at(-1)];
    if (OF_ALL.has(name) || (many <= MAX.ms && many <= few + MAX.ms)) continue;
    reportRatio(`${name}: among ${ROWS} / ${SIZES[0]} rows`, [many], [few], { unit: 'ms', atMost: MAX.times });
  }
}

function printPlans(plans: readonly QueryPlan[]): void {
  console.log(`\nThe plans of ${plans.length} queries`);
  for (const plan of plans) {
    console.log(
      `- ${plan.text.replaceAll(/\s+/g, ' ').slice(0, 110)}\n    for ${plan.operations.slice(0, 4).join(', ')}\n    ${listAccessPaths(plan)}`,
    );
    if (plan.scannedTables.length > 0) console.log(plan.lines.map((line) => `      ${line}`).join('\n'));
  }
}

async function watchDatabase(): Promise<void> {
  const recorded: RecordedQuery[] = [];
  recordQueries((query) => recorded.push(query));
  const postgres = await openOwnPostgres([
    'shared_buffers=1GB',
    'max_wal_size=8GB',
    'wal_level=minimal',
    'max_wal_senders=0',
    'autovacuum=off',
  ]);
  await using cleanups = new AsyncDisposableStack();
  cleanups.defer(postgres.close);
  const entry = path.join(await getBuildDir(), 'server/index.js');
  const pagesEntry = (await import(pathToFileURL(entry).href)) as PagesEntry;
  await using here = await startInProcessApp({ databaseUrl: postgres.url, pagesEntry });
  await using client = await openClient(postgres.url);
  const operations = await createOperations(here);
  const copy = await createCopier(client);
  const times: Times = new Map();
  let copied = 1;
  for (const size of SIZES) {
    const ms = await measureMs(() => copy(copied + 1, size / ORDERS));
    copied = size / ORDERS;
    console.log(`${size.toLocaleString('en')} pages and orders are created (${(ms / 1000).toFixed(0)} s)`);
    recorded.length = 0;
    for (const [name, operationMs] of await timeOperations(operations, recorded, CALLS))
      times.set(name, [...(times.get(name) ?? []), operationMs]);
  }
  printResult(times);
  const own = recorded.slice();
  const plans = await explainQueries(client, own, false);
  printPlans(plans);
  console.log('');
  const whole = plans.filter(
    ({ text, scannedTables, operations: of }) =>
      scannedTables.length > 0 && !SWEEP.test(text) && of.some((operation) => operation !== WHOLE),
  );
  reportMetric('queries that read a large table completely', whole.length, 0, 'at most');
  await evaluateForcedPlans(client, own);
  if (SIZES.length > 2) evaluateTimes(times);
}

/**
 * Small tables may be large elsewhere: plans the queries again without sequential scans, where an index can
 * serve.
 */
async function evaluateForcedPlans(client: pg.Client, recorded: readonly RecordedQuery[]): Promise<void> {
  const plans = await explainQueries(client, recorded, true);
  const without = plans.filter(({ scannedTables: whole }) => whole.some((table) => !ALWAYS_SMALL.test(table)));
  for (const { text, operations, scannedTables: whole } of without)
    console.log(
      `  no index serves ${whole.join(', ')}, for ${operations.join(', ')}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
    );
  reportMetric('queries without an index on tables that may grow', without.length, 0, 'at most');
}

await runAndExit(async () => {
  if (!options.processes) await watchDatabase();
  if (!options.plans) await compareProcesses(options);
});
