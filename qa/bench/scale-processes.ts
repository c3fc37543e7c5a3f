// Requests per CPU second of one app process and of two, on one PostgreSQL database. The measurements alternate
// within one run, so that other load on the machine affects both alike. Page views arrive at a fixed rate.
// Checkouts and events run at a fixed concurrency; two processes are measured both with the same total and with the
// same concurrency each, because batching depends on it.
import { setTimeout as wait } from 'node:timers/promises';

import type pg from 'pg';

import { createConnectedSeller, publishPage, createPageConfig } from '../../e2e/support/seller.ts';
import { median, reportRatio, sum } from '../lib/harness.ts';
import { createDeadline, fetchText, runAtRate, runConcurrently } from '../lib/load.ts';
import { readCpuSeconds, sendLoad } from '../lib/pinned-processes.ts';
import { openClient } from '../lib/postgres.ts';
import { createTestEnv, type AppProcess } from '../lib/test-env.ts';
import { copyPages, getCopySlug } from './copy-pages.ts';
import {
  disableEventDelivery,
  startCheckout,
  createWebhookWorkload,
  type AppUnderLoad,
  type Workload,
} from './scale-webhooks.ts';

/** Concurrent requests at one process. */
const AT_ONCE = 16;
/**
 * Page views per second at one process, or at two together: the most that two processes and the load generator
 * can do here.
 */
const [FRESH, COLD] = [8000, 80];
/** Load generators for fresh pages: one on each core, with half of the rate. */
const GENERATOR_CORES = [0, 1] as const;
const CONNECTIONS = 32;
const PAGES = 10_000;

const SHARED = [AT_ONCE / 2];
const SHARED_AND_EACH = [AT_ONCE / 2, AT_ONCE];

const fresh = (seconds: number, host: string): Workload => ({
  name: 'public pages, cached',
  run: async (urls) => {
    const load = {
      paths: ['/c/original'],
      headers: { host, 'accept-encoding': 'br' },
      connections: CONNECTIONS,
      seconds,
      perSecond: FRESH / GENERATOR_CORES.length,
    };
    const results = await Promise.all(
      GENERATOR_CORES.map((core) => sendLoad(core, { ...load, url: urls[core % urls.length] ?? '' })),
    );
    if (results.some(({ bad }) => bad > 0)) throw new Error('A page request failed');
    return sum(results.map(({ answered }) => answered));
  },
  eachOfTwo: SHARED,
});

/**
 * The last page that was requested. No page is requested twice, or the busier process would have more of them
 * cached.
 */
let lastPage = 0;

const cold = (seconds: number, host: string): Workload => ({
  name: 'public pages, first request of each',
  run: (urls) =>
    runAtRate(COLD, seconds, (index) =>
      fetchText(`${urls[index % urls.length]}/c/${getCopySlug(++lastPage)}`, { headers: { host } }),
    ),
  eachOfTwo: SHARED,
});

const checkouts = (seconds: number, host: string): Workload => ({
  name: 'checkouts created',
  run: (urls, each) =>
    runConcurrently(urls.length * each, createDeadline(seconds), (index) =>
      startCheckout(urls[index % urls.length] ?? '', host),
    ),
  eachOfTwo: SHARED_AND_EACH,
});

/** Pauses a process at a moment at which it holds no database locks that the other one would wait for. */
async function halt(db: pg.Client, { pid }: AppProcess): Promise<void> {
  for (;;) {
    process.kill(pid(), 'SIGSTOP');
    const { rowCount } = await db.query(
      `select 1 from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    if (rowCount === 0) return;
    process.kill(pid(), 'SIGCONT');
    await wait(30);
  }
}

const cpuOf = (appProcesses: readonly AppProcess[]): number =>
  sum(appProcesses.map(({ pid }) => readCpuSeconds(pid())));

/** `atRest`: CPU time per second of an idle process, which is not part of any request. */
type ProcessLoad = { appProcesses: readonly AppProcess[]; each: number; atRest: number };

async function perCpuSecond(work: Workload, { appProcesses, each, atRest }: ProcessLoad): Promise<number> {
  const urls = appProcesses.map(({ url }) => url);
  await work.prepare?.(urls);
  const [before, started] = [cpuOf(appProcesses), performance.now()];
  const done = await work.run(urls, each);
  const resting = (atRest * appProcesses.length * (performance.now() - started)) / 1000;
  return done / (cpuOf(appProcesses) - before - resting);
}

const REST_MS = 10_000;

async function restOf(appProcesses: readonly AppProcess[]): Promise<number> {
  const before = cpuOf(appProcesses);
  await wait(REST_MS);
  return (cpuOf(appProcesses) - before) / appProcesses.length / (REST_MS / 1000);
}

/**
 * `rounds`: measured rounds of each kind, after as many warm-up rounds. `least`: the minimum throughput of two
 * processes relative to one.
 */
type Yardstick = { seconds: number; rounds: number; least: number; atRest: number };

async function compare(
  { testEnv, db }: AppUnderLoad,
  work: Workload,
  { rounds, least, atRest }: Yardstick,
): Promise<void> {
  const [first, second] = testEnv.appProcesses;
  if (!first || !second) throw new Error('Two processes are required');
  const one: number[] = [];
  const two = work.eachOfTwo.map((each) => ({
    each,
    appProcesses: [first, second],
    atRest,
    done: [] as number[],
  }));
  // Alternates, because a process that has done more work has compiled more of its code.
  const measureOne = async (round: number) => {
    const [awake, halted] = round % 2 === 0 ? [first, second] : [second, first];
    await halt(db, halted);
    try {
      one.push(await perCpuSecond(work, { appProcesses: [awake], each: AT_ONCE, atRest }));
    } finally {
      process.kill(halted.pid(), 'SIGCONT');
    }
  };
  const measures = [measureOne, ...two.map((load) => async () => void load.done.push(await perCpuSecond(work, load)))];
  for (let round = 0; round < rounds; round++)
    await perCpuSecond(work, { appProcesses: [first, second], each: AT_ONCE, atRest });
  for (let round = 0; round < rounds * (work.times ?? 1); round++)
    for (const measure of round % 4 < 2 ? measures : measures.toReversed()) await measure(round);
  const formatRates = (values: number[]) =>
    `${median(values).toFixed(0)} (${values.map((value) => value.toFixed(0)).join(', ')})`;
  console.log(`${work.name}, per CPU second: one process ${formatRates(one)}`);
  for (const { each, done } of two) {
    const how = each === AT_ONCE ? 'with the same load each' : 'sharing the load';
    console.log(`  two ${how} ${formatRates(done)}`);
    reportRatio(`${work.name}: two processes / one, ${how}`, done, one, { unit: 'per CPU s', atLeast: least });
  }
}

export async function compareProcesses(options: Omit<Yardstick, 'atRest'>): Promise<void> {
  const { seconds } = options;
  await using testEnv = await createTestEnv({ database: 'postgres', processCount: 2, env: { LOG_LEVEL: 'error' } });
  await using db = await openClient(testEnv.databaseUrl);
  const seller = await createConnectedSeller(testEnv);
  await seller.call('create-subscription', { planId: 'pro' });
  await publishPage(
    seller,
    createPageConfig({
      customSlug: 'original',
      price: '1',
      requireTerms: false,
      enableCoupon: false,
      validCoupons: [],
    }),
  );
  const { stripe_account_id: account } = await seller.call('get-connection', {});
  await copyPages({ url: testEnv.databaseUrl }, PAGES);
  await disableEventDelivery(testEnv);
  const { host } = new URL(testEnv.url);
  const app = { testEnv, db, account: account ?? '', host };
  const atRest = await restOf(testEnv.appProcesses);
  console.log(`\nAn idle process uses ${(atRest * 1000).toFixed(0)} ms of CPU time per second`);
  for (const work of [
    fresh(seconds, host),
    cold(seconds, host),
    checkouts(seconds, host),
    createWebhookWorkload(app, SHARED_AND_EACH),
  ])
    await compare(app, work, { ...options, atRest });
}
