// Kills during a burst of events: `npm run chaos:webhooks -- --sessions 1000 --kills 20 --database both`. The mock
// Stripe is a separate process that loses, duplicates and reorders its deliveries; the app is killed at times that
// the seed determines. Ends with 1 unless, at most twenty minutes of the app's clock later, the ledger equals
// Stripe to the cent, no acknowledged data is missing and every invariant holds.
import { parseArgs } from 'node:util';

import { openTestPostgres } from '../../scripts/test-postgres.ts';
import { newPostgresDatabase } from '../../scripts/test-postgres.ts';
import { listBrokenInvariants } from '../lib/list-broken-invariants.ts';
import { moveClock } from '../lib/sandbox-stripe.ts';
import { findDifferences } from './compare-with-stripe.ts';
import { createStormTestEnv, type StormTestEnv } from './killable-app.ts';
import { openLedger } from './open-ledger.ts';
import {
  createRandom,
  runActivity,
  createSellers,
  createStripeClient,
  type ActivityCounts,
  type StormSeller,
} from './payment-activity.ts';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1000' },
    /** The minimum number of deliveries that Stripe must have tried; 0: any number. */
    deliveries: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '20' },
    database: { type: 'string', default: 'postgres' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    sellers: { type: 'string', default: '4' },
  },
});
const [SESSIONS, DELIVERIES, KILLS, SEED, SELLERS] = [
  values.sessions,
  values.deliveries,
  values.kills,
  values.seed,
  values.sellers,
].map(Number) as [number, number, number, number, number];
const AT_ONCE = 10;
/** Rates per thousand deliveries; the milliseconds over which they are spread at random. */
const STORM = { dropped: 100, doubled: 300, spread: 5000 };
const QUIET_MS = 15_000;
/** How far the app's clock is advanced until everything is reconciled. */
const HEALING_S = 20 * 60;

type Weather = { deliveries: Record<'waiting' | 'delivered' | 'failed' | 'dropped', number> };

const weatherAt = async ({ sandboxUrl }: StormTestEnv, form?: Record<string, string>): Promise<Weather> => {
  const init = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
  return (await (await fetch(`${sandboxUrl}/sandbox/storm`, init)).json()) as Weather;
};

/**
 * Kills the app whenever the number of payments reaches one of these; returns a function that resolves after the
 * last kill.
 */
function killer(testEnv: StormTestEnv): { onPaid: (paid: number) => void; over: () => Promise<void> } {
  const chance = createRandom(SEED + 7);
  const moments = Array.from({ length: KILLS }, () => 1 + Math.floor(chance() * SESSIONS)).toSorted((a, b) => a - b);
  let last = Promise.resolve();
  return {
    onPaid: (paid) => {
      while (moments[0] !== undefined && paid >= moments[0]) {
        moments.shift();
        const wait = chance() * 800;
        last = last.then(() => new Promise((resolve) => setTimeout(resolve, wait))).then(testEnv.kill);
      }
    },
    over: () => last,
  };
}

/** Activity on the app during the burst, until all deliveries have arrived. */
async function weather(testEnv: StormTestEnv, sellers: readonly StormSeller[]): Promise<ActivityCounts> {
  const runBurst = Object.entries({ seed: SEED, ...STORM }).map(([name, value]) => [name, String(value)]);
  await weatherAt(testEnv, Object.fromEntries(runBurst) as Record<string, string>);
  const { onPaid, over } = killer(testEnv);
  const life = await runActivity(testEnv, sellers, {
    sessions: SESSIONS,
    seed: SEED,
    atOnce: AT_ONCE,
    onPaid,
  });
  await over();
  await calmDown(testEnv);
  return life;
}

/**
 * Waits until everything has arrived or nothing more does: deliveries that failed often are retried minutes
 * later.
 */
async function calmDown(testEnv: StormTestEnv): Promise<void> {
  let [waiting, since] = [Infinity, Date.now()];
  while (waiting > 0 && Date.now() - since < QUIET_MS) {
    const { deliveries } = await weatherAt(testEnv);
    if (deliveries.waiting < waiting) [waiting, since] = [deliveries.waiting, Date.now()];
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function heal(
  testEnv: StormTestEnv,
  sellers: readonly StormSeller[],
): Promise<{ faults: string[]; seconds: number; orders: number }> {
  const stripe = createStripeClient(testEnv);
  const accounts = sellers.map(({ account }) => account);
  const ledger = await openLedger(testEnv);
  try {
    const missing = await findDifferences(ledger.db, stripe, accounts);
    console.log(`  After the burst ${missing.length} objects were missing or different`);
    const start = performance.now();
    await moveClock(testEnv.sandboxUrl, HEALING_S);
    let faults: string[] = [];
    do {
      await ledger.waitUntilIdle();
      faults = await findDifferences(ledger.db, stripe, accounts);
    } while (faults.length > 0 && performance.now() - start < 180_000);
    const seconds = (performance.now() - start) / 1000;
    faults.push(...(await listBrokenInvariants(ledger.db, testEnv.sandboxUrl)));
    const { rows } = (await ledger.db.execute('select count(*)::int as count from orders')) as {
      rows: { count: number }[];
    };
    return { faults, seconds, orders: rows[0]?.count ?? 0 };
  } finally {
    await ledger.close();
  }
}

async function storm(databaseUrl: string | null): Promise<boolean> {
  console.log(`${databaseUrl ? 'PostgreSQL' : 'Embedded database'}, seed ${SEED}`);
  const testEnv = await createStormTestEnv(databaseUrl);
  try {
    const start = performance.now();
    const sellers = await createSellers(testEnv, SELLERS);
    const life = await weather(testEnv, sellers);
    const { deliveries } = await weatherAt(testEnv);
    const sent = deliveries.delivered + deliveries.failed + deliveries.waiting;
    console.log(
      `  ${life.paid} sessions paid, ${life.abandoned} not, ${life.refunds} refunds, ${life.disputes} disputes, ${KILLS} kills in ${((performance.now() - start) / 1000).toFixed(0)} s`,
    );
    console.log(
      `  ${sent + deliveries.dropped} deliveries: ${deliveries.dropped} dropped, ${deliveries.failed} failed finally, ${deliveries.waiting} still to be retried`,
    );
    const { faults, seconds, orders } = await heal(testEnv, sellers);
    if (orders !== SESSIONS) faults.push(`${orders} orders for ${SESSIONS} paid sessions`);
    if (sent + deliveries.dropped < DELIVERIES) faults.push(`fewer than ${DELIVERIES} deliveries`);
    console.log(
      `  ${orders} orders; reconciled ${seconds.toFixed(0)} s after the clock was advanced by ${HEALING_S / 60} minutes`,
    );
    for (const fault of faults.slice(0, 20)) console.log(`  - ${fault}`);
    console.log(faults.length === 0 ? '  The ledger equals Stripe to the cent.' : `  ${faults.length} faults.`);
    return faults.length === 0;
  } finally {
    await testEnv.stop();
  }
}

async function onPostgres(): Promise<boolean> {
  const server = await openTestPostgres();
  const own = await newPostgresDatabase(server.url);
  try {
    return await storm(own.url);
  } finally {
    await own.drop();
    await server.close();
  }
}

const results: boolean[] = [];
if (values.database !== 'embedded') results.push(await onPostgres());
if (values.database !== 'postgres') results.push(await storm(null));
process.exitCode = results.every(Boolean) ? 0 : 1;
if (process.exitCode) console.log(`Repeat: npm run chaos:webhooks -- --seed ${SEED}`);
