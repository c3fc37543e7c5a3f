// Kills during a burst of events: `npm run chaos:webhooks -- --sessions 1000 --kills 20 --database both`. The mock
// Stripe is a separate process that loses, duplicates and reorders its deliveries; the app is killed at times that
// the seed determines. Ends with 1 unless, at most twenty minutes of the app's clock later, the ledger equals
// Stripe to the cent, no acknowledged data is missing and every invariant holds.
import { setTimeout as wait } from 'node:timers/promises';

import { createRandom, newSeed, readOptions, reportFaults } from '../lib/harness.ts';
import { listBrokenInvariants } from '../lib/list-broken-invariants.ts';
import { moveClock, setFaultInjection } from '../lib/sandbox-stripe.ts';
import { createTestEnv, type TestEnv } from '../lib/test-env.ts';
import { findDifferences } from './compare-with-stripe.ts';
import { openLedger } from './open-ledger.ts';
import { createSellers, createStripeClient, runActivity, type ActivityCounts } from './payment-activity.ts';

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
/** How far the app's clock is advanced until everything is reconciled. */
const RECONCILIATION_S = 20 * 60;
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

async function reconcile(testEnv: TestEnv, accounts: readonly string[]): Promise<string[]> {
  const { appProcess, env, postgres, sandboxUrl } = testEnv;
  const stripe = createStripeClient(testEnv);
  const stopApp = () => appProcess.end('SIGTERM');
  const ledger = await openLedger({ databaseUrl: postgres?.url ?? null, dataDir: appProcess.dataDir, env, stopApp });
  try {
    const missing = await findDifferences(ledger.db, stripe, accounts);
    console.log(`  After the burst ${missing.length} objects were missing or different`);
    const start = performance.now();
    await moveClock(sandboxUrl, RECONCILIATION_S);
    let faults: string[];
    do {
      await ledger.waitUntilIdle();
      faults = await findDifferences(ledger.db, stripe, accounts);
    } while (faults.length > 0 && performance.now() - start < RECONCILIATION_TIMEOUT_MS);
    const seconds = (performance.now() - start) / 1000;
    faults.push(...(await listBrokenInvariants(ledger.db, sandboxUrl)));
    const { rows } = (await ledger.db.execute('select count(*)::int as count from orders')) as {
      rows: { count: number }[];
    };
    const orders = rows[0]?.count ?? 0;
    console.log(
      `  ${orders} orders; reconciled ${seconds.toFixed(0)} s after the clock was advanced by ${RECONCILIATION_S / 60} minutes`,
    );
    if (orders !== sessions) faults.push(`${orders} orders for ${sessions} paid sessions`);
    return faults;
  } finally {
    await ledger.close();
  }
}

function printActivity({ paid, abandoned, refunds, disputes }: ActivityCounts, startedAt: number): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(
    `  ${paid} sessions paid, ${abandoned} not, ${refunds} refunds, ${disputes} disputes, ${kills} kills in ${seconds} s`,
  );
}

async function run(kind: 'postgres' | 'embedded'): Promise<boolean> {
  console.log(`${kind === 'postgres' ? 'PostgreSQL' : 'Embedded database'}, seed ${seed}`);
  const testEnv = await createTestEnv({ database: kind, env: { LOG_LEVEL: 'error' } });
  try {
    const startedAt = performance.now();
    const appUrls = { url: testEnv.appProcess.url, sandboxUrl: testEnv.sandboxUrl };
    const activeSellers = await createSellers(appUrls, sellers);
    await setFaultInjection(testEnv.sandboxUrl, { seed, ...FAULTS });
    const { onPaid, ended } = scheduleKills(testEnv);
    const plan = { sessions, seed, atOnce: CONCURRENT_BUYERS, onPaid };
    const counts = await runActivity(appUrls, activeSellers, plan);
    await ended();
    await waitForDeliveries(testEnv);
    printActivity(counts, startedAt);
    const { delivered, failed, waiting, dropped } = await setFaultInjection(testEnv.sandboxUrl);
    const tried = delivered + failed + waiting + dropped;
    console.log(`  ${tried} deliveries: ${dropped} dropped, ${failed} failed finally, ${waiting} still to be retried`);
    const faults = await reconcile(
      testEnv,
      activeSellers.map(({ account }) => account),
    );
    if (tried < deliveries) faults.push(`fewer than ${deliveries} deliveries`);
    return reportFaults(faults, 'The ledger equals Stripe to the cent.');
  } finally {
    await testEnv.stop();
  }
}

const results: boolean[] = [];
if (database !== 'embedded') results.push(await run('postgres'));
if (database !== 'postgres') results.push(await run('embedded'));
process.exitCode = results.every(Boolean) ? 0 : 1;
if (process.exitCode) console.log(`Repeat: npm run chaos:webhooks -- --seed ${seed}`);
