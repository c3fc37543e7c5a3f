/** The ledger of a test environment, read from its database and not through the app. */
import { setTimeout as wait } from 'node:timers/promises';

import { pino } from 'pino';

import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/core/config.ts';
import { openSecrets } from '#server/core/secrets.ts';
import type { Database, Db } from '#server/db/client.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { checkInvariants, isViolated } from '#server/invariants/check-invariants.ts';

import { openAppDatabase } from './postgres.ts';
import { moveClock, readClock } from './sandbox-stripe.ts';
import type { TestEnv } from './test-env.ts';

type LedgerLocation = Pick<TestEnv, 'appProcess' | 'databaseUrl' | 'env'>;

/** Opens the database beside the app. Stops an app with the embedded database, which has one user. */
async function openDatabase({ appProcess, databaseUrl }: LedgerLocation): Promise<Database> {
  if (databaseUrl) return openAppDatabase(databaseUrl);
  await appProcess.end('SIGTERM');
  return openEmbedded(await lockFolder(appProcess.dataDir), 'drizzle');
}

/** Lists the broken invariants as sentences. The mock Stripe's clock gives the time. */
async function checkLedger(db: Db, sandboxUrl: string): Promise<string[]> {
  const now = await readClock(sandboxUrl);
  const clocks = { mode: 'sandbox', now: () => now, realNow: () => new Date() } as const;
  const findings = await checkInvariants(db, clocks, { all: true });
  return findings
    .filter(isViolated)
    .map(
      ({ name, description: holds, count, examples, error }) =>
        `${name}: ${holds} ${error ?? `${count}, such as ${examples.join(', ')}`}`,
    );
}

/** Lists the broken invariants of a run at its end. */
export async function findBrokenInvariants(testEnv: TestEnv): Promise<string[]> {
  const database = await openDatabase(testEnv);
  return checkLedger(database.db, testEnv.sandboxUrl).finally(database.close);
}

const LEASE_MS = 61_000;

type Ledger = AsyncDisposable & { db: Db; waitUntilIdle: () => Promise<void> };

/** Opens the ledger of an app on PostgreSQL, or starts the app on the embedded database one last time in this process. */
export async function openLedger(location: LedgerLocation): Promise<Ledger> {
  const database = await openDatabase(location);
  const { db } = database;
  if (location.databaseUrl) return { db, waitUntilIdle: () => wait(2000), [Symbol.asyncDispose]: database.close };
  const config = parseConfig({ ...location.env, DATA_DIR: location.appProcess.dataDir });
  const app = createApp({
    config,
    secrets: await openSecrets(config),
    database,
    log: pino({ level: 'error' }),
    sandboxFile: null,
    pagesEntry: null,
    // Releases the claims of a killed process.
    realNow: () => new Date(Date.now() + LEASE_MS),
  });
  const waitUntilIdle = async () => {
    await wait(2000);
    await app.waitUntilIdle();
  };
  return { db: app.context.db, waitUntilIdle, [Symbol.asyncDispose]: app.close };
}

/** How far the app's clock is advanced, so that it reconciles what no event has reported. */
const RECONCILIATION_S = 20 * 60;

export type Expected = {
  orders: number;
  /** Lists what is missing or different. */
  findDifferences?: (db: Db) => Promise<string[]>;
  timeoutMs: number;
  /** Advances the clock again after this many checks; by default, only once. */
  checksPerClockMove?: number;
};

export type Reconciliation = { differencesBefore: number; orders: number; seconds: number; faults: string[] };

/**
 * Advances the app's clock by twenty minutes and waits until the ledger is complete and every invariant holds.
 * `faults`: what is still wrong at the timeout.
 */
export async function reconcileLedger(
  sandboxUrl: string,
  { db, waitUntilIdle }: Ledger,
  { orders: expectedOrders, findDifferences = async () => [], timeoutMs, checksPerClockMove = Infinity }: Expected,
): Promise<Reconciliation> {
  const differencesBefore = (await findDifferences(db)).length;
  const start = performance.now();
  for (let checks = 0; ; checks++) {
    if (checks % checksPerClockMove === 0) await moveClock(sandboxUrl, RECONCILIATION_S);
    await waitUntilIdle();
    const { rows } = (await db.execute('select count(*)::int as count from orders')) as { rows: { count: number }[] };
    const orders = rows[0]?.count ?? 0;
    const faults = await findDifferences(db);
    if (orders !== expectedOrders) faults.push(`${orders} orders, but ${expectedOrders} were paid`);
    const ms = performance.now() - start;
    if (faults.length === 0 || ms > timeoutMs) faults.push(...(await checkLedger(db, sandboxUrl)));
    if (faults.length === 0 || ms > timeoutMs) return { differencesBefore, orders, seconds: ms / 1000, faults };
  }
}
