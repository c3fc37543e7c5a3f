import { setTimeout as wait } from 'node:timers/promises';

import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import { DatabaseAway, isDatabaseAway, isLostConnection } from './away.ts';
import { guarded, sqlStateOf, type Database, type PoolFigures } from './client.ts';
import { listenOnPostgres } from './listen-postgres.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { openPatientPool } from './postgres-pool.ts';
import { openPulse } from './pulse.ts';
import type { SchemaAge } from './schema-age.ts';

/** Connections of each process that are reserved for Stripe events. */
const RESERVED = 2;

/** Timeout of an availability probe. */
const LOOK_MS = 1000;

/** How long startup waits for the database. */
const START_MS = 30_000;
const AGAIN_MS = 500;

/** Called once with the reason when the database becomes unavailable, and once with null when it is back. */
export type OnTurn = (reason: unknown) => void;

/** Connection pools on a PostgreSQL server. `size`: connections of both pools together. */
export function openPostgres(url: string, migrationsFolder: string, onTurn: OnTurn, size = 10): Database {
  const pulse = openPulse({
    look: () => lookAt(url),
    onAway: (reason) => {
      for (const { hangUp } of pools) hangUp();
      onTurn(reason);
    },
    onBack: () => onTurn(null),
  });
  const [main, reserved] = [size - RESERVED, RESERVED].map((max) =>
    openPatientPool({ ...LIMITS, connectionString: url, max }, pulse),
  ) as [ReturnType<typeof openPatientPool>, ReturnType<typeof openPatientPool>];
  const pools = [main, reserved];
  const lost = () => {
    for (const { renew } of pools) renew();
    pulse.doubt();
  };
  return {
    db: guarded(drizzle(main.pool)),
    reserved: guarded(drizzle(reserved.pool)),
    pulse,
    embedded: false,
    migrate: () => migrateWhenItIsThere(url, migrationsFolder),
    listen: (ears) => listenOnPostgres(url, ears, lost),
    pools: () => ({ shared: figuresOf(main.pool), reserved: figuresOf(reserved.pool) }),
    close: async () => {
      await pulse.close();
      // An unavailable server is not waited for.
      if (pulse.state() === 'away') for (const { hangUp } of pools) hangUp();
      const ended = Promise.all(pools.map(({ pool }) => pool.end()));
      await Promise.race([ended, wait(LOOK_MS, undefined, { ref: false })]);
    },
  };
}

const figuresOf = (pool: pg.Pool): PoolFigures => ({
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
});

const LIMITS = { statement_timeout: 5000, lock_timeout: 2000, idle_in_transaction_session_timeout: 10_000 };

/** Throws when the server does not answer soon. A server with too many connections counts as available. */
async function lookAt(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: LOOK_MS,
    query_timeout: LOOK_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    if (!isTooFull(error)) throw error;
  } finally {
    client.end().catch(() => undefined);
  }
}

const isTooFull = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '53300';

/** Retrying is safe when the server restarts meanwhile: all migrations are one transaction. */
async function migrateWhenItIsThere(url: string, migrationsFolder: string): Promise<SchemaAge> {
  for (const until = Date.now() + START_MS; ; await wait(AGAIN_MS)) {
    try {
      return await migratePostgres(url, migrationsFolder);
    } catch (error) {
      const isAway = isDatabaseAway(error) || isLostConnection(error);
      // Retrying does not help: the user, the password or the database name is wrong.
      const isStranger = /^(28|3D)/.test(sqlStateOf(error) ?? '');
      if (!isAway && !isStranger) throw error;
      if (isStranger || Date.now() > until)
        throw new DatabaseAway('It could not be brought up to date', { cause: error });
    }
  }
}
