// Kills during a burst of events: `npm run chaos:webhooks -- --sessions 1000 --kills 20 --database both`. The mock
// Stripe is a separate process that loses, duplicates and reorders its deliveries; the app is killed at times that
// the seed determines. Ends with 1 unless, at most twenty minutes of the app's clock later, the ledger equals
// Stripe to the cent, no acknowledged data is missing and every invariant holds.
import { setTimeout as wait } from 'node:timers/promises';

import {
  createRandom,
  listDatabases,
  newSeed,
  readOptions,
  reportFaults,
  runAndExit,
  type DatabaseKind,
} from '../lib/harness.ts';
import { openLedger, reconcileLedger } from '../lib/ledger.ts';
import { createStripeClient, setFaultInjection } from '../lib/sandbox-stripe.ts';
import { createTestEnv, type TestEnv } from '../lib/test-env.ts';
import { findDifferences } from './compare-with-stripe.ts';
import { createSellers, runActivity } from './payment-activity.ts';

const { sessions, deliveries, kills, database, seed, sellers } = readOptions({
  sessions: 1000,
  /** The minimum number of deliveries that Stripe must have tried; 0: any number. */
  deliveries: 10_000,
  kills: 20,
  database: 'postgres',
  seed: newSeed(),
  sellers: 4,
});
const CONCURRENT_BUYERS = 10;
/** Rates per thousand deliveries, and the milliseconds over which they are spread at random. */
const FAULTS = { dropped: 100, doubled: 300, spread: 5000 };
const QUIET_MS = 15_000;
const RECONCILIATION_TIMEOUT_MS = 120_000;

/** Kills the app whenever the number of payments reaches one of these; `ended` resolves after the last kill. */
function scheduleKills({ appProcess }: TestEnv): { onPaid: (paid: number) => void; ended: () => Promise<void> } {
  const random = createRandom(seed + 7);
  const counts = Array.from({ length: kills }, () => 1 + Math.floor(random() * sessions)).toSorted((a, b) => a - b);
  let last = Promise.resolve();
  const killAfter = async (ms: number) => {
    await wait(ms);
    await appProcess.end('SIGKILL');
    await appProcess.start();
  };
  return {
    onPaid: (paid) => {
      while (counts[0] !== undefined && paid >= counts[0]) {
        counts.shift();
        const delayMs = random() * 800;
        last = last.then(() => killAfter(delayMs));
      }
    },
    ended: () => last,
  };
}

/** Waits until all deliveries have arrived or nothing more does: what failed often is retried minutes later. */
async function waitForDeliveries({ sandboxUrl }: TestEnv): Promise<void> {
  let [waiting, since] = [Infinity, Date.now()];
  while (waiting > 0 && Date.now() - since < QUIET_MS) {
    const counts = await setFaultInjection(sandboxUrl);
    if (counts.waiting < waiting) [waiting, since] = [counts.waiting, Date.now()];
    await wait(500);
  }
}

async function run(kind: DatabaseKind): Promise<void> {
  console.log(`${kind === 'postgres' ? 'PostgreSQL' : 'Embedded database'}, seed ${seed}`);
  await using testEnv = await createTestEnv({ database: kind, env: { LOG_LEVEL: 'error' } });
  const { sandboxUrl } = testEnv;
  const startedAt = performance.now();
  const activeSellers = await createSellers(testEnv, sellers);
  await setFaultInjection(sandboxUrl, { seed, ...FAULTS });
  const { onPaid, ended } = scheduleKills(testEnv);
  const counts = await runActivity(testEnv, activeSellers, { sessions, seed, atOnce: CONCURRENT_BUYERS, onPaid });
  await ended();
  await waitForDeliveries(testEnv);
  const { paid, abandoned, refunds, disputes } = counts;
  const activitySeconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(
    `  ${paid} sessions paid, ${abandoned} not, ${refunds} refunds, ${disputes} disputes, ${kills} kills in ${activitySeconds} s`,
  );
  const { delivered, failed, waiting, dropped } = await setFaultInjection(sandboxUrl);
  const tried = delivered + failed + waiting + dropped;
  console.log(`  ${tried} deliveries: ${dropped} dropped, ${failed} failed finally, ${waiting} still to be retried`);
  await using ledger = await openLedger(testEnv);
  const accounts = activeSellers.map(({ account }) => account);
  const { differencesBefore, orders, seconds, faults } = await reconcileLedger(sandboxUrl, ledger, {
    orders: sessions,
    findDifferences: (db) => findDifferences(db, createStripeClient(sandboxUrl), accounts),
    timeoutMs: RECONCILIATION_TIMEOUT_MS,
  });
  console.log(`  After the burst ${differencesBefore} objects were missing or different`);
  console.log(`  ${orders} orders; reconciled ${seconds.toFixed(0)} s after the clock was advanced by 20 minutes`);
  if (tried < deliveries) faults.push(`fewer than ${deliveries} deliveries`);
  reportFaults(faults, 'The ledger equals Stripe to the cent.');
}

await runAndExit(async () => {
  for (const kind of listDatabases(database)) await run(kind);
}, `npm run chaos:webhooks -- --seed ${seed}`);
