// Kills during writes: `npm run chaos:kill9 -- --cycles 100 --database both --seed 7`. Sellers publish, save drafts
// and sign up, buyers check out and pay, and the run records what was acknowledged. The app is killed at times that
// the seed determines; on PostgreSQL every third kill includes the database (alone or with the app). After each
// start and before new writes, all acknowledged data is checked. Ends with 1 when data is missing or partial, or a
// start fails.
import { parseArgs } from 'node:util';

import { getMedian } from '../lib/percentile.ts';
import { moveClock } from '../lib/sandbox-stripe.ts';
import { createTestEnv, type TestEnv } from '../lib/test-env.ts';
import { createWriter, type Writer } from './acknowledged-writes.ts';
import { createRandom } from './payment-activity.ts';
import { runOperatorCommand } from './run-operator-command.ts';

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '100' },
    database: { type: 'string', default: 'both' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [CYCLES, SEED] = [Number(values.cycles), Number(values.seed)];
const LONGEST_LIFE_MS = 600;
/** How far the app's clock is advanced at the end, so that it reconciles what no event has reported. */
const HEALING_S = 20 * 60;
const HEALING_TIMEOUT_MS = 180_000;
const TRIES_PER_CLOCK_MOVE = 15;
const READY_TIMEOUT_MS = 60_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Kill = 'shop' | 'database' | 'both';
type Cycle = { kill: Kill; readyMs: number };

const killOf = (testEnv: TestEnv, cycle: number): Kill =>
  testEnv.postgres && cycle % 3 === 2 ? (cycle % 2 === 0 ? 'database' : 'both') : 'shop';

/** Kills it and returns the milliseconds until requests are served again. */
async function killAndStart({ appProcess, postgres }: TestEnv, kill: Kill): Promise<number> {
  const ended = kill === 'database' ? null : appProcess.end('SIGKILL');
  const gone = kill === 'shop' ? null : postgres?.stop('kill');
  await Promise.all([ended, gone]);
  const start = performance.now();
  if (gone) await postgres?.start();
  if (ended) await appProcess.start();
  await ready(appProcess.url);
  return performance.now() - start;
}

async function ready(url: string): Promise<void> {
  const late = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > late) throw new Error('The app did not become ready');
    await pause(50);
  }
}

async function cycles(testEnv: TestEnv, writer: Writer): Promise<{ done: Cycle[]; faults: string[] }> {
  const chance = createRandom(SEED);
  const [done, faults]: [Cycle[], string[]] = [[], []];
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    let isOver = false;
    const { started: begun, ended } = writer.write(() => isOver);
    await begun;
    await pause(chance() * LONGEST_LIFE_MS);
    isOver = true;
    const kill = killOf(testEnv, cycle);
    const readyMs = await killAndStart(testEnv, kill);
    await ended;
    done.push({ kill, readyMs });
    for (const fault of await writer.faults()) faults.push(`cycle ${cycle}, killed ${kill}: ${fault}`);
  }
  return { done, faults };
}

/** Every paid session has an order in the end, there are no other orders, and all invariants hold. */
async function healed(testEnv: TestEnv, writer: Writer): Promise<string[]> {
  const late = Date.now() + HEALING_TIMEOUT_MS;
  for (let tries = 0; ; tries++) {
    // A job that was killed three times is rescheduled with a delay, so the clock is advanced more than once.
    if (tries % TRIES_PER_CLOCK_MOVE === 0) await moveClock(testEnv.sandboxUrl, HEALING_S);
    const totals = await writer.countOrders();
    const { text, good } = await runOperatorCommand(testEnv, testEnv.appProcess, 'invariants', ['--all']);
    if (totals.orders === totals.paid && good) return [];
    if (Date.now() > late)
      return [
        ...(totals.orders === totals.paid ? [] : [`${totals.orders} orders for ${totals.paid} payments`]),
        ...(good ? [] : [text]),
      ];
    await pause(1000);
  }
}

function printResult(done: readonly Cycle[], writer: Writer, faults: readonly string[]): void {
  const times = done.map(({ readyMs }) => readyMs);
  const killed = (kill: Kill) => done.filter((one) => one.kill === kill).length;
  console.log(`  killed: app ${killed('shop')}, database ${killed('database')}, both ${killed('both')}`);
  const acknowledgedCounts = Object.entries(writer.acknowledged).map(([what, count]) => `${count} ${what}`);
  console.log(`  acknowledged: ${acknowledgedCounts.join(', ')}`);
  console.log(`  ready again: median ${getMedian(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms`);
  for (const fault of faults.slice(0, 20)) console.log(`  - ${fault}`);
  console.log(faults.length === 0 ? '  No acknowledged data is lost or partial.' : `  ${faults.length} faults.`);
}

async function kill9(database: 'embedded' | 'postgres'): Promise<boolean> {
  console.log(`${database === 'postgres' ? 'PostgreSQL' : 'Embedded database'}, ${CYCLES} cycles, seed ${SEED}`);
  const testEnv = await createTestEnv({
    database,
    postgresSettings: ['fsync=on'],
    env: { LOG_LEVEL: 'error' },
  });
  try {
    const writer = await createWriter(testEnv);
    const { done, faults } = await cycles(testEnv, writer);
    faults.push(...(await healed(testEnv, writer)));
    printResult(done, writer, faults);
    return faults.length === 0;
  } catch (error) {
    console.log('  - a start failed, or the app refused to work:', error);
    console.log(testEnv.appProcess.output().slice(-4000));
    return false;
  } finally {
    await testEnv.stop();
  }
}

const results: boolean[] = [];
if (values.database !== 'postgres') results.push(await kill9('embedded'));
if (values.database !== 'embedded') results.push(await kill9('postgres'));
process.exitCode = results.every(Boolean) ? 0 : 1;
if (process.exitCode) console.log(`Repeat: npm run chaos:kill9 -- --seed ${SEED}`);
