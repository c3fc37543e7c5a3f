import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

import { sqlStateOf, type Db } from './client.ts';

/** Schema of the migrated database compared with the schema of this version. */
export type SchemaState = 'current' | 'newer';

export const MIGRATIONS_FOLDER = path.join(import.meta.dirname, '../../drizzle');

/** The migrations of a folder in order: tag and time of each. */
export function readMigrations(migrationsFolder: string): { tag: string; when: number }[] {
  const journal = readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8');
  return (JSON.parse(journal) as { entries: { tag: string; when: number }[] }).entries;
}

/** `newer`: a later version has migrated it, for example during a rollback of a deployment. */
export async function readSchemaState(db: Pick<Db, 'execute'>, migrationsFolder: string): Promise<SchemaState> {
  const migrationTimes = readMigrations(migrationsFolder).map(({ when }) => when);
  const answer: unknown = await db.execute(sql`select max(created_at) as at from drizzle.__drizzle_migrations`);
  const [row] = (answer as { rows: { at: string | number | null }[] }).rows;
  return Number(row?.at ?? 0) > Math.max(0, ...migrationTimes) ? 'newer' : 'current';
}

/** Arbitrary advisory lock id, the same in every process of every version. */
const MIGRATION_LOCK = 7_455_001;

/**
 * Lock timeout of a migration. Queries on the table queue behind a waiting migration, and requests time out after two
 * seconds.
 */
const LOCK_TIMEOUT = '1s';
const LOCK_NOT_AVAILABLE = '55P03';
const MAX_TRIES = 60;
const RETRY_INTERVAL_MS = 1000;

/**
 * Migrates the schema in one transaction on its own connection. An advisory lock admits one process at a time and ends with
 * the connection. When a table is locked, the migration is retried for two minutes.
 */
export async function migratePostgres(url: string, migrationsFolder: string): Promise<SchemaState> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
  // An error between two queries surfaces at the next query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    const db = drizzle(client);
    await retryLockTimeouts(() => migrate(db, { migrationsFolder }));
    return await readSchemaState(db, migrationsFolder);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function retryLockTimeouts(run: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries === MAX_TRIES || sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      await wait(RETRY_INTERVAL_MS);
    }
  }
}
