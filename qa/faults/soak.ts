// A soak test: `npm run soak -- --minutes 10`. Runs fifty actions a second on the built app at fixed times,
// whatever the responses: pages, paid checkouts, the builder, sign-ins, exports, the API, and one in twenty that
// fails. First on PostgreSQL, then embedded (`--database`). Ends with 1 when an action fails, memory or the heap
// after a collection grows beyond the limit, descriptors stay open, or the event loop lags. Below five minutes,
// growth is only reported. `--rate`, `--seed`.
import { parseArgs } from 'node:util';

import { getPercentile } from '../lib/percentile.ts';
import { findFreePort } from '../lib/pinned-processes.ts';
import { reportMetric, getExitCode } from '../lib/report-metrics.ts';
import { createTestEnv, type AppProcess } from '../lib/test-env.ts';
import { createActions, type ActionKind } from './soak-actions.ts';
import {
  countDescriptors,
  readMetric,
  getSlopePerTenMinutes,
  createMemoryProbe,
  type Sample,
} from './soak-memory-probe.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '50' },
    database: { type: 'string', default: 'both' },
    seed: { type: 'string', default: '1' },
  },
});
const [MINUTES, RATE, SEED] = [Number(values.minutes), Number(values.rate), Number(values.seed)];
const MOST_MB = { postgres: 400, embedded: 700 };
const JUDGED_FROM_MINUTES = 5;
/** The warm-up: code is compiled, caches fill, and connections are opened. */
const WARM_UP = 0.3;
/** A full collection blocks the process, so it runs too seldom to affect the measurement. */
const SAMPLE_EACH_MS = 10_000;
/** Sockets of connecting and disconnecting clients; anything beyond is a leak. */
const DESCRIPTORS_SLACK = 8;
const CLOSED_WITHIN_MS = 15_000;

type Tally = { times: Map<string, number[]>; faults: string[] };

function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pick(kinds: readonly ActionKind[], random: () => number): ActionKind {
  let left = random() * kinds.reduce((sum, { share }) => sum + share, 0);
  const picked = kinds.find(({ share }) => (left -= share) < 0) ?? kinds[0];
  if (!picked) throw new Error('There are no actions');
  return picked;
}

/** Starts each action at its time, and measures from there: a slow response counts for all that it delays. */
async function work(kinds: readonly ActionKind[], ms: number, random: () => number): Promise<Tally> {
  const tally: Tally = { times: new Map(), faults: [] };
  const started = performance.now();
  const underWay = new Set<Promise<void>>();
  for (let n = 0; n < (ms / 1000) * RATE; n++) {
    const due = started + (n * 1000) / RATE;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const { name, run: act } = pick(kinds, random);
    const done: Promise<void> = act(random)
      .catch((error: unknown) => `${name}: ${String(error)}`)
      .then((fault) => {
        if (fault) tally.faults.push(`${name}: ${fault}`);
        tally.times.set(name, [...(tally.times.get(name) ?? []), performance.now() - due]);
      })
      .finally(() => underWay.delete(done));
    underWay.add(done);
  }
  await Promise.all(underWay);
  return tally;
}

async function sampling(sample: () => Promise<Sample>, ms: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const started = performance.now();
  while (performance.now() - started < ms) {
    samples.push(await sample());
    await new Promise((resolve) => setTimeout(resolve, Math.min(SAMPLE_EACH_MS, ms)));
  }
  return samples;
}

function printResult({ times }: Tally): void {
  console.log('  what                                     times   p50 ms   p99 ms');
  for (const [name, taken] of [...times].toSorted(([one], [other]) => one.localeCompare(other))) {
    const figure = (percent: number) => getPercentile(taken, percent).toFixed(0).padStart(8);
    console.log(`  ${name.padEnd(38)} ${String(taken.length).padStart(7)} ${figure(50)} ${figure(99)}`);
  }
}

const most = (samples: readonly Sample[], of: keyof Sample): number => Math.max(...samples.map((sample) => sample[of]));

function evaluate(database: 'postgres' | 'embedded', samples: readonly Sample[]): void {
  const isLong = MINUTES >= JUDGED_FROM_MINUTES;
  const slope = getSlopePerTenMinutes(samples, 'heapMb');
  const summary = `heap after collection ${samples[0]?.heapMb.toFixed(1)} to ${samples.at(-1)?.heapMb.toFixed(1)} MB; image children at most ${most(samples, 'childrenMb').toFixed(0)} MB beside the process`;
  console.log(`  ${summary}`);
  const eachMinute = samples.filter((_, index) => index % (60_000 / SAMPLE_EACH_MS) === 0);
  const formatMinutes = (of: 'heapMb' | 'codeMb') => eachMinute.map((sample) => sample[of].toFixed(1)).join(', ');
  console.log(`  heap minute by minute: ${formatMinutes('heapMb')} MB; compiled code: ${formatMinutes('codeMb')} MB`);
  reportMetric(`${database}: most memory, MB`, most(samples, 'rssMb'), MOST_MB[database], 'at most');
  if (isLong) reportMetric(`${database}: heap growth in 10 minutes, MB`, slope, 1, 'at most');
  else console.log(`       heap growth in 10 minutes: ${slope.toFixed(2)} MB (checked from 5 minutes on)`);
}

/** The clients' sockets time out first: what stays open then is a leak. */
async function descriptorsAfter(appProcess: AppProcess, before: number): Promise<number> {
  const late = performance.now() + CLOSED_WITHIN_MS;
  while (countDescriptors(appProcess) > before && performance.now() < late)
    await new Promise((resolve) => setTimeout(resolve, 250));
  return countDescriptors(appProcess) - before;
}

async function soak(database: 'postgres' | 'embedded'): Promise<void> {
  const port = await findFreePort();
  const env = { RATE_LIMITS: 'wide', LOG_LEVEL: 'error', NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` };
  const testEnv = await createTestEnv({ database, env });
  const { url, pid } = testEnv.appProcess;
  try {
    const random = randomOf(SEED);
    const kinds = await createActions(url);
    const [warm, all] = [MINUTES * WARM_UP * 60_000, MINUTES * 60_000];
    const weighed = await createMemoryProbe(pid(), port);
    console.log(`\n${database}: ${RATE} actions a second for ${MINUTES} minutes, seed ${SEED}`);
    const before = await work(kinds, warm, random);
    const descriptors = countDescriptors(testEnv.appProcess);
    await readMetric(url, 'nodejs_eventloop_lag_p99_seconds');
    const [tally, samples] = await Promise.all([work(kinds, all - warm, random), sampling(weighed.sample, all - warm)]);
    const lagMs = (await readMetric(url, 'nodejs_eventloop_lag_p99_seconds')) * 1000;
    weighed.close();
    printResult(tally);
    const faults = [...before.faults, ...tally.faults];
    for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
    reportMetric(`${database}: failed actions`, faults.length, 0, 'at most');
    evaluate(database, samples);
    if (MINUTES >= JUDGED_FROM_MINUTES) reportMetric(`${database}: event loop lag, p99, ms`, lagMs, 80, 'at most');
    else console.log(`       event loop lag, p99: ${lagMs.toFixed(0)} ms`);
    reportMetric(
      `${database}: additional descriptors since the warm-up`,
      await descriptorsAfter(testEnv.appProcess, descriptors),
      DESCRIPTORS_SLACK,
      'at most',
    );
    await settled(url);
    reportMetric(`${database}: waiting events`, await readMetric(url, 'tillwright_events_waiting'), 0, 'at most');
  } finally {
    await testEnv.stop();
  }
}

/** Resolves when every event is processed, or after a timeout. */
async function settled(url: string): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    if ((await readMetric(url, 'tillwright_events_waiting')) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

for (const database of ['postgres', 'embedded'] as const)
  if (values.database === database || values.database === 'both') await soak(database);
process.exit(getExitCode());
