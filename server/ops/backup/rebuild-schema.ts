import { BackupError } from './backup-error.ts';
import { listTables, unknownMigrationName, type Migration } from './catalog.ts';
import type { DatabaseSnapshot } from './database-snapshot.ts';

/** Same lock as in migrate-postgres.ts: an app that starts meanwhile waits. */
const MIGRATION_LOCK = 7_455_001;

const HISTORY = `create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;

export const lockSchema = async ({ query: ask }: DatabaseSnapshot): Promise<void> =>
  void (await ask('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]));

/** Whether any table has a row. Throws BackupError for foreign tables. */
export async function hasRows(snapshot: DatabaseSnapshot): Promise<boolean> {
  const tables = await listTables(snapshot);
  const [history] = await snapshot.query<{ ours: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as ours`,
  );
  if (tables.length > 0 && !history?.ours)
    throw new BackupError('This database holds tables that are not Tillwright’s: give it one of its own.');
  for (const { name } of tables) {
    const [row] = await snapshot.query<{ has_any: boolean }>(`select exists (select from ${name}) as has_any`);
    if (row?.has_any) return true;
  }
  return false;
}

/** Drops all our tables, trigger functions and the migration history. */
export async function dropSchema(snapshot: DatabaseSnapshot): Promise<void> {
  const { query: ask, run } = snapshot;
  const tables = await listTables(snapshot);
  if (tables.length > 0) await run(`drop table ${tables.map(({ name }) => name).join(', ')} cascade`);
  const functions = await ask<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  for (const { name } of functions) await run(`drop function ${name}`);
  await run('drop table if exists drizzle.__drizzle_migrations');
}

/** Builds the schema up to a migration and records the migrations as the migrator does. */
export async function buildSchema(
  snapshot: DatabaseSnapshot,
  migrations: readonly Migration[],
  lastMigration: string,
): Promise<void> {
  await snapshot.run(HISTORY);
  for (const { tag, when, hash, statements } of migrations) {
    for (const statement of statements) await snapshot.run(statement);
    await snapshot.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);
    if (tag === lastMigration || unknownMigrationName(when) === lastMigration) return;
  }
  throw new BackupError(`A newer Tillwright made this backup (${lastMigration}): update first, then bring it back.`);
}

export type ForeignKey = { table: string; name: string; definition: string };

/** Drops foreign keys, so that tables can be filled in any order; they are checked when added again. */
export async function dropForeignKeys({ query: ask, run }: DatabaseSnapshot): Promise<ForeignKey[]> {
  const keys = await ask<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys) await run(`alter table ${table} drop constraint ${name}`);
  return keys;
}

export async function addForeignKeys({ run }: DatabaseSnapshot, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await run(`alter table ${table} add constraint ${name} ${definition}`);
}

/** Sets each sequence to the largest used number. */
export async function moveSequences({ query: ask }: DatabaseSnapshot): Promise<void> {
  const columns = await ask<{ table: string; column: string; sequence: string }>(
    `select c.oid::regclass::text as table, quote_ident(a.attname) as column,
       pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null`,
  );
  for (const { table, column, sequence } of columns)
    await ask(`select setval($1::regclass, coalesce(max(${column}), 1), max(${column}) is not null) from ${table}`, [
      sequence,
    ]);
}
