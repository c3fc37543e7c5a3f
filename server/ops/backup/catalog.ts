import { readFileSync } from 'node:fs';
import path from 'node:path';

import { readMigrationFiles } from 'drizzle-orm/migrator';
import { z } from 'zod';

import type { DatabaseSnapshot, TableRows } from './database-snapshot.ts';

// Reads the catalog of a database.

/** All tables with their stored columns; generated columns are left out. */
export const listTables = ({ query: ask }: DatabaseSnapshot): Promise<TableRows[]> =>
  ask<TableRows>(`
    select quote_ident(c.relname) as name, json_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by 1 order by 1`);

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

export type Migration = { tag: string; when: number; hash: string; statements: readonly string[] };

/** The migrations of a folder in order. */
export function readMigrations(folder: string): Migration[] {
  const { entries } = Journal.parse(JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')));
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, hash, folderMillis }, index) => ({
    tag: entries[index]?.tag ?? '',
    when: folderMillis,
    hash,
    statements: sql,
  }));
}

/** Name of a migration from a newer version. */
export const unknownMigrationName = (when: number | string): string => `at-${when}`;

/** The newest applied migration; null when there is none. */
export async function readSchema(
  { query: ask }: DatabaseSnapshot,
  migrations: readonly Migration[],
): Promise<string | null> {
  const [tableRow] = await ask<{ table: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as table`,
  );
  if (!tableRow?.table) return null;
  const [last] = await ask<{ at: string | null }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations',
  );
  if (!last?.at) return null;
  return migrations.find(({ when }) => when === Number(last.at))?.tag ?? unknownMigrationName(last.at);
}
