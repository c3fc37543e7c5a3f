import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

import { guarded, type Database, type PoolFigures } from './client.ts';
import { listenOnPostgres } from './listen-postgres.ts';

/** Any number; the same in every process of every version. */
const MIGRATION_LOCK = 7_455_001;

/** Of each process' connections, those that only the provider's events may take. */
const RESERVED = 2;

/** Pools on a PostgreSQL server. An idle connection that breaks is replaced, never thrown. `size`: of both together. */
export function openPostgres(
  url: string,
  migrationsFolder: string,
  onIdleError: (error: Error) => void,
  size = 10,
): Database {
  const pool = openPool(url, size - RESERVED, onIdleError);
  const reserved = openPool(url, RESERVED, onIdleError);
  return {
    db: guarded(drizzle(pool)),
    reserved: guarded(drizzle(reserved)),
    embedded: false,
    migrate: () => migrateUnderLock(url, migrationsFolder),
    listen: (ears) => listenOnPostgres(url, ears),
    pools: () => ({ shared: figuresOf(pool), reserved: figuresOf(reserved) }),
    close: async () => {
      await Promise.all([pool.end(), reserved.end()]);
    },
  };
}

const figuresOf = (pool: pg.Pool): PoolFigures => ({
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
});

function openPool(url: string, max: number, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 2000,
    statement_timeout: 5000,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
  });
  pool.on('error', onIdleError);
  return pool;
}

/** Runs on a connection of its own, without the pool's time limits; the lock goes when the connection goes. */
async function migrateUnderLock(url: string, migrationsFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
