// Throughput of Stripe events: `npm run bench:webhooks`. One app process on PostgreSQL receives the shuffled events
// of thousands of purchases on twenty accounts; three of ten deliveries are duplicates (`--duplicates 0` for none).
// The mock Stripe answers from memory in a separate process. Ends with 1 below 1,500 events accepted and applied
// per second, when p99 of the acknowledgement exceeds 150 ms at 50 events per second, or when the ledger differs
// from Stripe. `--stories 1000` shortens the run; `--profile folder` writes a CPU profile of the app.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';

import { findFreePort } from '../../e2e/support/app-process.ts';
import { openTestPostgres } from '../../scripts/test-postgres.ts';
import { NODE_FLAGS } from '../../set-up.mjs';
import { getExitCode, getPercentile, readOptions, reportMetric } from '../lib/harness.ts';
import { runOnCore, startOnCore, type PinnedProcess } from '../lib/pinned-processes.ts';
import { findDifferences, getExpectedTotals } from './webhook-ledger-totals.ts';
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
const GOAL = { perSecond: 1500, p99: 150 };

const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-bench-'));
const file = (name: string) => path.join(folder, name);
const running: PinnedProcess[] = [];

const push = (name: string, port: number, perSecond: number | null): Promise<PushResult> => {
  const how: PushOptions = { file: file(name), port, connections: options.connections, perSecond };
  return runOnCore<PushResult>(1, ['qa/bench/webhook-sender.ts', JSON.stringify(how)]);
};

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
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const usedBy = (app: PinnedProcess, provider: PinnedProcess) => ({
  app: app.cpuSeconds(),
  provider: provider.cpuSeconds(),
});

async function measureThroughput(
  db: pg.Client,
  app: PinnedProcess,
  provider: PinnedProcess,
  port: number,
  events: Event[],
) {
  const deliveries = withDuplicates(events);
  await writeDeliveries(file('full-load'), deliveries);
  const before = usedBy(app, provider);
  const pushed = await push('full-load', port, null);
  const endedAt = await allApplied(db);
  const after = usedBy(app, provider);
  const seconds = (endedAt - pushed.startedAt) / 1000;
  const { length } = deliveries;
  console.log(
    `${length} deliveries of ${events.length} events, ${pushed.refused} refused: accepted in ${((pushed.endedAt - pushed.startedAt) / 1000).toFixed(1)} s, applied after ${seconds.toFixed(1)} s`,
  );
  console.log(
    `  acknowledged under full load: p50 ${getPercentile(pushed.times, 50).toFixed(0)} ms, p99 ${getPercentile(pushed.times, 99).toFixed(0)} ms`,
  );
  console.log(
    `  CPU: app ${(after.app - before.app).toFixed(1)} s (${(((after.app - before.app) * 1e6) / length).toFixed(0)} µs per delivery), mock Stripe ${(after.provider - before.provider).toFixed(1)} s`,
  );
  console.log(
    `  requests to the mock Stripe: ${await (await fetch(`http://127.0.0.1:${provider.port}/counts`)).text()}`,
  );
  const acceptedPerSecond = (length * 1000) / (pushed.endedAt - pushed.startedAt);
  console.log(
    `  accepted: ${acceptedPerSecond.toFixed(0)} per second; distinct events applied: ${(events.length / seconds).toFixed(0)} per second`,
  );
  reportMetric(
    'Events accepted and applied per second, over the whole run',
    length / seconds,
    GOAL.perSecond,
    'at least',
  );
  reportMetric('Deliveries refused', pushed.refused, 0, 'at most');
}

async function measureLowRate(db: pg.Client, port: number, events: Event[]): Promise<void> {
  await writeDeliveries(file('quiet'), events);
  const { times, refused } = await push('quiet', port, QUIET.perSecond);
  await allApplied(db);
  console.log(`At ${QUIET.perSecond} events per second: acknowledged p50 ${getPercentile(times, 50).toFixed(1)} ms`);
  reportMetric('Acknowledged, p99 in ms', getPercentile(times, 99), GOAL.p99, 'at most');
  reportMetric('Deliveries refused at the low rate', refused, 0, 'at most');
}

async function bench(): Promise<number> {
  const postgres = await openTestPostgres();
  const db = new pg.Client({ connectionString: postgres.url });
  try {
    const recorded = await recordScenarios(postgres.url, ACCOUNTS);
    await db.connect();
    const { purchases, events } = await multiplyPurchases(recorded, options.stories, file('objects'));
    await insertAttempts(db, recorded, purchases);
    const provider = await startOnCore(
      1,
      ['qa/bench/webhook-mock-stripe.ts', file('objects'), String(recorded.aheadMs)],
      'Serving ',
    );
    running.push(provider);
    const port = await findFreePort();
    const profiling = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve(options.profile)}`] : [];
    const env = {
      PORT: String(port),
      APP_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: postgres.url,
      AUTH_SECRET: 'a secret for metrics, long enough for them',
      SANDBOX_URL: `http://127.0.0.1:${provider.port}`,
      STRIPE_WEBHOOK_SECRET_PLATFORM: BENCH_SECRETS.platform,
      STRIPE_WEBHOOK_SECRET_CONNECT: BENCH_SECRETS.connect,
      DATA_DIR: file('data'),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
    };
    const app = await startOnCore(0, [...profiling, ...NODE_FLAGS, 'qa/lib/bare-app.ts'], 'Serving ', { env });
    running.push(app);
    app.child.stderr?.on('data', (text: string) => process.stderr.write(text));
    const all = shuffle(events);
    const late = Math.min(QUIET.events, Math.floor(all.length / 4));
    console.log(`${options.stories} purchases on ${ACCOUNTS} accounts; PostgreSQL does not wait for the disk`);
    await measureThroughput(db, app, provider, port, all.slice(late));
    await measureLowRate(db, port, all.slice(0, late));
    const found = await findDifferences(db, getExpectedTotals(recorded.scenarios, purchases));
    for (const difference of found.slice(0, 20)) console.log(`  ${difference}`);
    reportMetric('Differences between the ledger and Stripe', found.length, 0, 'at most');
  } finally {
    for (const { stop } of running.reverse()) await stop();
    await db.end();
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  }
  return getExitCode();
}

process.exitCode = await bench();
