import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import { guarded, type Database } from './client.ts';
import { listenOnPostgres } from './listen-postgres.ts';
import { migratePostgres } from './migrate-postgres.ts';

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
    migrate: () => migratePostgres(url, migrationsFolder),
    listen: (ears) => listenOnPostgres(url, ears),
    close: async () => {
      await Promise.all([pool.end(), reserved.end()]);
    },
  };
}

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
