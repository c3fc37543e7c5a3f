// Kills during writes: `npm run chaos:kill9 -- --cycles 100 --database both --buyers 1 --lifetime 600 --seed 7`. Sellers
// publish, save drafts and sign up, `buyers` check out and pay at the same time, some of them in two payments, and the
// run records what was acknowledged. The app is killed at a time within its lifetime (ms) that the seed determines; on
// PostgreSQL every third kill includes the database (alone or with the app). After each start and before new writes, all
// acknowledged data is checked, and on PostgreSQL also that every order gives access to what was paid. Ends with 1 when
// data is missing or partial, a start fails, a payment plan has no end, or what buyers paid and what they have access to
// differ. `--cycles 25 --buyers 12 --lifetime 6000` kills during several hundred payments.
import { setTimeout as wait } from 'node:timers/promises';

import type { Db } from '#server/db/client.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';

import {
  createRandom,
  listDatabases,
  median,
  newSeed,
  readOptions,
  reportFaults,
  runAndExit,
  type DatabaseKind,
} from '../lib/harness.ts';
import { openLedger, reconcileLedger } from '../lib/ledger.ts';
import { openAppDatabase } from '../lib/postgres.ts';
import { createStripeClient, moveClock, waitUntil } from '../lib/sandbox-stripe.ts';
import { createTestEnv, type TestEnv } from '../lib/test-env.ts';
import { createWriter, listWronglyDelivered, type Writer } from './acknowledged-writes.ts';

const { cycles, database, buyers, lifetime, seed } = readOptions({
  cycles: 100,
  database: 'both',
  buyers: 1,
  lifetime: 600,
  seed: newSeed(),
});
const RECONCILIATION_TIMEOUT_MS = 180_000;
/** The job that lets payment plans end is due every minute. Kills then interrupt it between its two calls to Stripe. */
const CLOCK_MOVE_S = 61;
/** A job that was killed three times is rescheduled with a delay, so the clock is advanced more than once. */
const CHECKS_PER_CLOCK_MOVE = 8;

type Kill = 'app' | 'database' | 'both';
type Cycle = { kill: Kill; readyMs: number };

const chooseKill = ({ postgres }: TestEnv, cycle: number): Kill =>
  postgres && cycle % 3 === 2 ? (cycle % 2 === 0 ? 'database' : 'both') : 'app';

/** Returns the milliseconds until requests are served again. */
async function killAndStart({ appProcess, postgres }: TestEnv, kill: Kill): Promise<number> {
  await Promise.all([
    kill === 'database' ? null : appProcess.end('SIGKILL'),
    kill === 'app' ? null : postgres?.stop('kill'),
  ]);
  const start = performance.now();
  if (kill !== 'app') await postgres?.start();
  if (kill !== 'database') await appProcess.start();
  await waitUntil('the app is ready', () =>
    fetch(`${appProcess.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return performance.now() - start;
}

/** Only PostgreSQL can be read beside the app. */
async function findWrongAccess({ databaseUrl }: TestEnv): Promise<string[]> {
  if (!databaseUrl) return [];
  const { db, close } = openAppDatabase(databaseUrl);
  return listWronglyDelivered(db).finally(close);
}

async function runCycles(testEnv: TestEnv, writer: Writer): Promise<{ done: Cycle[]; faults: string[] }> {
  const random = createRandom(seed);
  const [done, faults]: [Cycle[], string[]] = [[], []];
  for (let cycle = 0; cycle < cycles; cycle++) {
    let isOver = false;
    const { started, ended } = writer.write(() => isOver);
    await started;
    await moveClock(testEnv.sandboxUrl, CLOCK_MOVE_S);
    await wait(random() * lifetime);
    isOver = true;
    const kill = chooseKill(testEnv, cycle);
    const readyMs = await killAndStart(testEnv, kill);
    await ended;
    done.push({ kill, readyMs });
    const found = [...(await findWrongAccess(testEnv)), ...(await writer.faults())];
    faults.push(...found.map((fault) => `cycle ${cycle}, killed ${kill}: ${fault}`));
  }
  return { done, faults };
}

function printResult(done: readonly Cycle[], { acknowledged }: Writer): void {
  const times = done.map(({ readyMs }) => readyMs);
  const count = (kill: Kill) => done.filter((one) => one.kill === kill).length;
  console.log(`  killed: app ${count('app')}, database ${count('database')}, both ${count('both')}`);
  const counts = Object.entries(acknowledged).map(([kind, number]) => `${number} ${kind}`);
  console.log(`  acknowledged: ${counts.join(', ')}`);
  console.log(`  ready again: median ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms`);
}

/** Lists the payment plans that Stripe would charge forever. The invariant about their end applies a day later. */
async function listEndlessPlans(db: Db, sandboxUrl: string): Promise<string[]> {
  const { subscriptionSchedules } = createStripeClient(sandboxUrl);
  const endless: string[] = [];
  for (const { accountId, subscriptionId, scheduleId } of await db.select().from(buyerSubscriptions)) {
    const schedule = scheduleId && (await subscriptionSchedules.retrieve(scheduleId, {}, { stripeAccount: accountId }));
    if (!schedule || schedule.end_behavior !== 'cancel') endless.push(`payment plan ${subscriptionId} has no end`);
  }
  return endless;
}

async function run(kind: DatabaseKind): Promise<void> {
  console.log(
    `${kind === 'postgres' ? 'PostgreSQL' : 'Embedded database'}, ${cycles} cycles, ${buyers} buyers, seed ${seed}`,
  );
  await using testEnv = await createTestEnv({
    database: kind,
    postgresSettings: ['fsync=on'],
    env: { LOG_LEVEL: 'error' },
  });
  try {
    const writer = await createWriter(testEnv, buyers);
    const { done, faults } = await runCycles(testEnv, writer);
    await using ledger = await openLedger(testEnv);
    // Every paid session has an order in the end, there are no other orders, every payment plan has an end, buyers have
    // access to exactly what they paid, and all invariants hold.
    const reconciliation = await reconcileLedger(testEnv.sandboxUrl, ledger, {
      orders: writer.acknowledged.payments,
      findDifferences: async (db) => [
        ...(await listEndlessPlans(db, testEnv.sandboxUrl)),
        ...(await listWronglyDelivered(db)),
      ],
      timeoutMs: RECONCILIATION_TIMEOUT_MS,
      checksPerClockMove: CHECKS_PER_CLOCK_MOVE,
    });
    faults.push(...reconciliation.faults, ...(await writer.listLostEvents(ledger.db)));
    printResult(done, writer);
    reportFaults(faults, 'No acknowledged data is lost or partial.');
  } catch (error) {
    console.log(testEnv.appProcess.output().slice(-4000));
    reportFaults([`a start failed, or the app refused to work: ${String(error)}`], '');
  }
}

await runAndExit(async () => {
  for (const kind of listDatabases(database)) await run(kind);
}, `npm run chaos:kill9 -- --seed ${seed}`);
