// A soak test: `npm run soak -- --minutes 10`. Runs fifty actions a second on the built app at fixed times,
// whatever the responses: pages, paid checkouts, the builder, sign-ins, exports, the API, and one in twenty that
// fails. First on PostgreSQL, then embedded (`--database`). Ends with 1 when an action fails, memory or the heap
// after a collection grows beyond the limit, descriptors stay open, or the event loop lags. Below five minutes,
// growth is only reported. `--rate`, `--seed`.
import { setTimeout as wait } from 'node:timers/promises';

import { findFreePort } from '../../e2e/support/app-process.ts';
import {
  createRandom,
  getPercentile,
  listDatabases,
  readOptions,
  reportMetric,
  runAndExit,
  sum,
  type DatabaseKind,
} from '../lib/harness.ts';
import { createDeadline, runAtRate } from '../lib/load.ts';
import { waitUntil } from '../lib/sandbox-stripe.ts';
import { createTestEnv, type AppProcess } from '../lib/test-env.ts';
import { createActions, type ActionKind } from './soak-actions.ts';
import {
  countDescriptors,
  createSampler,
  getSlopePerTenMinutes,
  probeEnv,
  readMetric,
  type Sample,
} from './soak-memory-probe.ts';

const { minutes, rate, database: databases, seed } = readOptions({ minutes: 10, rate: 50, database: 'both', seed: 1 });
const MAX_MB = { postgres: 400, embedded: 700 };
const EVALUATED_FROM_MINUTES = 5;
/** The warm-up: code is compiled, caches fill, and connections are opened. */
const WARM_UP = 0.3;
/** A full collection blocks the process, so it runs too seldom to affect the measurement. */
const SAMPLE_EACH_MS = 10_000;
/** Sockets of connecting and disconnecting clients; anything beyond is a leak. */
const DESCRIPTORS_SLACK = 8;
const CLOSED_WITHIN_MS = 15_000;

type Tally = { times: Map<string, number[]>; faults: string[] };

function pick(kinds: readonly ActionKind[], random: () => number): ActionKind {
  let left = random() * sum(kinds.map(({ share }) => share));
  const picked = kinds.find(({ share }) => (left -= share) < 0) ?? kinds[0];
  if (!picked) throw new Error('There are no actions');
  return picked;
}

/** Starts each action at its time, and measures from there: a slow response counts for all that it delays. */
async function runActions(kinds: readonly ActionKind[], seconds: number, random: () => number): Promise<Tally> {
  const tally: Tally = { times: new Map(), faults: [] };
  await runAtRate(rate, seconds, async (_, due) => {
    const { name, run } = pick(kinds, random);
    await run(random).catch((error: unknown) => void tally.faults.push(`${name}: ${String(error)}`));
    tally.times.set(name, [...(tally.times.get(name) ?? []), performance.now() - due]);
  });
  return tally;
}

async function takeSamples(sample: () => Promise<Sample>, seconds: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const isRunning = createDeadline(seconds); isRunning();) {
    samples.push(await sample());
    await wait(Math.min(SAMPLE_EACH_MS, seconds * 1000));
  }
  return samples;
}

function printResult({ times }: Tally): void {
  console.log('  what                                     times   p50 ms   p99 ms');
  for (const [name, sample] of [...times].toSorted(([one], [other]) => one.localeCompare(other))) {
    const format = (percent: number) => getPercentile(sample, percent).toFixed(0).padStart(8);
    console.log(`  ${name.padEnd(38)} ${String(sample.length).padStart(7)} ${format(50)} ${format(99)}`);
  }
}

const most = (samples: readonly Sample[], of: keyof Sample): number => Math.max(...samples.map((sample) => sample[of]));

function evaluate(database: DatabaseKind, samples: readonly Sample[]): void {
  const isLong = minutes >= EVALUATED_FROM_MINUTES;
  const slope = getSlopePerTenMinutes(samples, 'heapMb');
  const summary = `heap after collection ${samples[0]?.heapMb.toFixed(1)} to ${samples.at(-1)?.heapMb.toFixed(1)} MB; image children at most ${most(samples, 'childrenMb').toFixed(0)} MB beside the process`;
  console.log(`  ${summary}`);
  const eachMinute = samples.filter((_, index) => index % (60_000 / SAMPLE_EACH_MS) === 0);
  const formatMinutes = (of: 'heapMb' | 'codeMb') => eachMinute.map((sample) => sample[of].toFixed(1)).join(', ');
  console.log(`  heap minute by minute: ${formatMinutes('heapMb')} MB; compiled code: ${formatMinutes('codeMb')} MB`);
  reportMetric(`${database}: most memory, MB`, most(samples, 'rssMb'), MAX_MB[database], 'at most');
  if (isLong) reportMetric(`${database}: heap growth in 10 minutes, MB`, slope, 1, 'at most');
  else console.log(`       heap growth in 10 minutes: ${slope.toFixed(2)} MB (checked from 5 minutes on)`);
}

/** The clients' sockets time out first: what stays open then is a leak. */
async function descriptorsAfter(appProcess: AppProcess, before: number): Promise<number> {
  const late = performance.now() + CLOSED_WITHIN_MS;
  while (countDescriptors(appProcess) > before && performance.now() < late) await wait(250);
  return countDescriptors(appProcess) - before;
}

async function soak(database: DatabaseKind): Promise<void> {
  const port = await findFreePort();
  const env = { RATE_LIMITS: 'wide', LOG_LEVEL: 'error', ...probeEnv(port) };
  await using testEnv = await createTestEnv({ database, env });
  const { appProcess, url } = testEnv;
  const random = createRandom(seed);
  const kinds = await createActions(url);
  const [warmUp, all] = [minutes * WARM_UP * 60, minutes * 60];
  console.log(`\n${database}: ${rate} actions a second for ${minutes} minutes, seed ${seed}`);
  const before = await runActions(kinds, warmUp, random);
  const descriptors = countDescriptors(appProcess);
  await readMetric(url, 'nodejs_eventloop_lag_p99_seconds');
  const [tally, samples] = await Promise.all([
    runActions(kinds, all - warmUp, random),
    takeSamples(createSampler(appProcess.pid(), port), all - warmUp),
  ]);
  const lagMs = (await readMetric(url, 'nodejs_eventloop_lag_p99_seconds')) * 1000;
  printResult(tally);
  const faults = [...before.faults, ...tally.faults];
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
  reportMetric(`${database}: failed actions`, faults.length, 0, 'at most');
  evaluate(database, samples);
  if (minutes >= EVALUATED_FROM_MINUTES) reportMetric(`${database}: event loop lag, p99, ms`, lagMs, 80, 'at most');
  else console.log(`       event loop lag, p99: ${lagMs.toFixed(0)} ms`);
  const additional = await descriptorsAfter(appProcess, descriptors);
  reportMetric(`${database}: additional descriptors since the warm-up`, additional, DESCRIPTORS_SLACK, 'at most');
  await waitUntil('every event is processed', async () => (await readMetric(url, 'tillwright_events_waiting')) === 0);
}

await runAndExit(async () => {
  for (const kind of listDatabases(databases)) await soak(kind);
});
