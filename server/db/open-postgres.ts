import { setTimeout as wait } from 'node:timers/promises';

import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import { guardTransactions, sqlStateOf, type Database, type Db, type PoolStats } from './client.ts';
import { DatabaseUnavailable, isDatabaseUnavailable, isLostConnection } from './database-errors.ts';
import { openDbHealth } from './db-health.ts';
import { listenOnPostgres } from './listen-postgres.ts';
import { migratePostgres, type SchemaState } from './migrations.ts';
import { QueryPool } from './postgres-pool.ts';

/** Connections of each process that are reserved for Stripe events. */
const RESERVED_CONNECTIONS = 2;

const PROBE_TIMEOUT_MS = 1000;

/** How long startup waits for the database. */
const STARTUP_TIMEOUT_MS = 30_000;
const RETRY_INTERVAL_MS = 500;

/** Called once with the reason when the database becomes unavailable, and once with null when it is back. */
export type OnAvailabilityChange = (reason: unknown) => void;

/** Connection pools on a PostgreSQL server. `size`: connections of both pools together. */
export function openPostgres(
  url: string,
  migrationsFolder: string,
  onAvailabilityChange: OnAvailabilityChange,
  size = 10,
): Database {
  const reopenPools = () => {
    shared.reopen();
    reserved.reopen();
  };
  const dbHealth = openDbHealth({
    probe: () => probeServer(url),
    onUnavailable: (reason) => {
      reopenPools();
      onAvailabilityChange(reason);
    },
    onAvailable: () => onAvailabilityChange(null),
  });
  const openPool = (max: number) => new QueryPool({ connectionString: url, max }, dbHealth);
  const [shared, reserved] = [openPool(size - RESERVED_CONNECTIONS), openPool(RESERVED_CONNECTIONS)];
  const handleLostConnection = () => {
    reopenPools();
    dbHealth.markSuspect();
  };
  return {
    db: openHandle(shared),
    reserved: openHandle(reserved),
    dbHealth,
    embedded: false,
    migrate: () => migrateWhenAvailable(url, migrationsFolder),
    listen: (listener) => listenOnPostgres(url, listener, handleLostConnection),
    pools: () => ({ shared: statsOf(shared.pool), reserved: statsOf(reserved.pool) }),
    close: async () => {
      await dbHealth.close();
      // An unavailable server is not waited for.
      await Promise.race([
        Promise.all([shared.end(), reserved.end()]),
        wait(PROBE_TIMEOUT_MS, undefined, { ref: false }),
      ]);
    },
  };
}

/** Drizzle recognizes a pool by the name of its class. */
const openHandle = (pool: QueryPool): Db => guardTransactions(drizzle(pool as unknown as pg.Pool));

const statsOf = (pool: pg.Pool): PoolStats => ({
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
});

/** Throws when the server does not answer soon. A server with too many connections counts as available. */
async function probeServer(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    if (!hasTooManyConnections(error)) throw error;
  } finally {
    client.end().catch(() => undefined);
  }
}

const hasTooManyConnections = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '53300';

/** Retrying is safe when the server restarts meanwhile: all migrations are one transaction. */
async function migrateWhenAvailable(url: string, migrationsFolder: string): Promise<SchemaState> {
  for (const deadline = Date.now() + STARTUP_TIMEOUT_MS; ; await wait(RETRY_INTERVAL_MS)) {
    try {
      return await migratePostgres(url, migrationsFolder);
    } catch (error) {
      const isUnavailable = isDatabaseUnavailable(error) || isLostConnection(error);
      // Retrying does not help: the user, the password or the database name is wrong.
      const isAccessRefused = /^(28|3D)/.test(sqlStateOf(error) ?? '');
      if (!isUnavailable && !isAccessRefused) throw error;
      if (isAccessRefused || Date.now() > deadline)
        throw new DatabaseUnavailable('It could not be brought up to date', { cause: error });
    }
  }
}
