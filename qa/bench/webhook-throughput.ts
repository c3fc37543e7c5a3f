// Throughput of Stripe events: `npm run bench -- webhooks`. One app process on PostgreSQL receives the shuffled events of
// thousands of purchases on twenty accounts; three of ten deliveries are duplicates (`--duplicates 0` for none). The
// mock Stripe answers from memory in a separate process. Compares the events accepted and applied per second with a
// loop that inserts and commits one row after the other; commits wait for the disk, as in production. Ends with 1 below
// a quarter of it, or when the ledger differs from Stripe. `--stories 1000` shortens the run; `--profile folder` writes
// a CPU profile of the app.
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type pg from 'pg';

import { openOwnPostgres } from '../../scripts/test-postgres.ts';
import { NODE_FLAGS } from '../../set-up.mjs';
import { getPercentile, readOptions, reportFaults, reportMetric, reportRatio, runAndExit } from '../lib/harness.ts';
import { runOnCore, startAppOnCore, startOnCore, type PinnedProcess } from '../lib/pinned-processes.ts';
import { openClient } from '../lib/postgres.ts';
import type { RawInserts } from './raw-inserts.ts';
import { findTotalDifferences, getExpectedTotals } from './webhook-ledger-totals.ts';
import {
  BENCH_SECRETS,
  insertAttempts,
  multiplyPurchases,
  shuffle,
  writeDeliveries,
  type Event,
} from './webhook-purchases.ts';
import { recordScenarios } from './webhook-scenarios.ts';
import type { PushOptions, PushResult } from './webhook-sender.ts';

/** `duplicates`: the share of deliveries that are duplicates. */
const options = readOptions({ stories: 8000, connections: 32, duplicates: 0.3, profile: '' });
const ACCOUNTS = 20;
const QUIET = { perSecond: 50, events: 600 };
const MIN_RATIO = 0.25;
/** p99 of an acknowledgement at the low rate / duration of a raw insert. */
const MAX_P99_RATIO = 100;
const RAW_INSERTS = 4000;

type Bench = { db: pg.Client; databaseUrl: string; app: PinnedProcess; provider: PinnedProcess; folder: string };

async function push({ app, folder }: Bench, events: readonly Event[], perSecond: number | null): Promise<PushResult> {
  const file = path.join(folder, 'deliveries');
  await writeDeliveries(file, events);
  const pushOptions: PushOptions = { file, url: app.url, connections: options.connections, perSecond };
  return runOnCore<PushResult>(1, ['qa/bench/webhook-sender.ts', JSON.stringify(pushOptions)]);
}

/** Shuffled, with duplicates. */
const withDuplicates = (events: readonly Event[]): Event[] => {
  const again = Math.round((events.length * options.duplicates) / (1 - options.duplicates));
  return shuffle([...events, ...shuffle(events).slice(0, again)]);
};

/** Resolves with the time at which no event was waiting any more. */
async function allApplied(db: pg.Client): Promise<number> {
  const late = Date.now() + 600_000;
  for (;;) {
    const { rows } = await db.query<{ waits: boolean }>(
      `select exists(select 1 from stripe_events where status = 'received') as waits`,
    );
    if (!rows[0]?.waits) return Date.now();
    if (Date.now() > late) throw new Error('The events were not processed in time');
    await wait(50);
  }
}

/** Inserts and commits per second, on the core of the app while it is idle. */
const measureRawInserts = async ({ databaseUrl }: Bench): Promise<number> =>
  (await runOnCore<RawInserts>(0, ['qa/bench/raw-inserts.ts', databaseUrl, String(RAW_INSERTS)])).perSecond;

/** Returns the deliveries that were accepted and applied per second. */
async function measureThroughput(bench: Bench, events: Event[]): Promise<number> {
  const { db, app, provider } = bench;
  const deliveries = withDuplicates(events);
  const before = [app.cpuSeconds(), provider.cpuSeconds()] as const;
  const { startedAt, endedAt, times, refused } = await push(bench, deliveries, null);
  const seconds = ((await allApplied(db)) - startedAt) / 1000;
  const [appSeconds, providerSeconds] = [app.cpuSeconds() - before[0], provider.cpuSeconds() - before[1]];
  const { length } = deliveries;
  const pushSeconds = (endedAt - startedAt) / 1000;
  console.log(
    `${length} deliveries of ${events.length} events, ${refused} refused: accepted in ${pushSeconds.toFixed(1)} s, applied after ${seconds.toFixed(1)} s`,
  );
  console.log(
    `  acknowledged under full load: p50 ${getPercentile(times, 50).toFixed(0)} ms, p99 ${getPercentile(times, 99).toFixed(0)} ms`,
  );
  console.log(
    `  CPU: app ${appSeconds.toFixed(1)} s (${((appSeconds * 1e6) / length).toFixed(0)} µs per delivery), mock Stripe ${providerSeconds.toFixed(1)} s`,
  );
  console.log(`  requests to the mock Stripe: ${await (await fetch(`${provider.url}/counts`)).text()}`);
  console.log(
    `  accepted: ${(length / pushSeconds).toFixed(0)} per second; distinct events applied: ${(events.length / seconds).toFixed(0)} per second`,
  );
  reportMetric('deliveries refused', refused, 0, 'at most');
  return length / seconds;
}

async function measureLowRate(bench: Bench, events: Event[], rawMs: number): Promise<void> {
  const { times, refused } = await push(bench, events, QUIET.perSecond);
  await allApplied(bench.db);
  console.log(`At ${QUIET.perSecond} events per second: acknowledged p50 ${getPercentile(times, 50).toFixed(1)} ms`);
  const limit = { unit: 'ms', atMost: MAX_P99_RATIO };
  reportRatio('p99 of an acknowledgement at a low rate / a raw insert', [getPercentile(times, 99)], [rawMs], limit);
  reportMetric('deliveries refused at the low rate', refused, 0, 'at most');
}

await runAndExit(async () => {
  await using cleanups = new AsyncDisposableStack();
  const { path: folder } = cleanups.use(await mkdtempDisposable(path.join(tmpdir(), 'tillwright-bench-')));
  const postgres = await openOwnPostgres(['fsync=on']);
  cleanups.defer(postgres.close);
  const recorded = await recordScenarios(postgres.url, ACCOUNTS);
  await using db = await openClient(postgres.url);
  const objects = path.join(folder, 'objects');
  const { purchases, events } = await multiplyPurchases(recorded, options.stories, objects);
  await insertAttempts(db, recorded, purchases);
  const mockStripe = ['qa/bench/webhook-mock-stripe.ts', objects, String(recorded.aheadMs)];
  await using provider = await startOnCore(1, mockStripe, 'Serving ');
  const profiling = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve(options.profile)}`] : [];
  const env = {
    DATABASE_URL: postgres.url,
    SANDBOX_URL: provider.url,
    STRIPE_WEBHOOK_SECRET_PLATFORM: BENCH_SECRETS.platform,
    STRIPE_WEBHOOK_SECRET_CONNECT: BENCH_SECRETS.connect,
    LOG_LEVEL: 'info',
  };
  await using app = await startAppOnCore('qa/lib/bare-app.ts', env, [...profiling, ...NODE_FLAGS]);
  app.child.stderr?.on('data', (text: string) => process.stderr.write(text));
  const bench: Bench = { db, databaseUrl: postgres.url, app, provider, folder };
  const all = shuffle(events);
  const late = Math.min(QUIET.events, Math.floor(all.length / 4));
  console.log(`${options.stories} purchases on ${ACCOUNTS} accounts; PostgreSQL waits for the disk`);
  const applied = await measureThroughput(bench, all.slice(late));
  const raw = await measureRawInserts(bench);
  reportRatio('events accepted and applied / a raw insert-and-commit loop', [applied], [raw], {
    unit: '/s',
    atLeast: MIN_RATIO,
  });
  await measureLowRate(bench, all.slice(0, late), 1000 / raw);
  const found = await findTotalDifferences(db, getExpectedTotals(recorded.scenarios, purchases));
  reportFaults(found, 'The ledger equals Stripe.');
});
