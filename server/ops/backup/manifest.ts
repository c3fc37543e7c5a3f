import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import type pg from 'pg';
import { z } from 'zod';

import { CommandError, stripControlChars } from '#server/ops/operator-command.ts';

/** A backup cannot be made or restored. Nothing was changed. */
export class BackupError extends CommandError {
  override name = 'BackupError';

  constructor(message: string, options?: ErrorOptions) {
    super(stripControlChars(message), options);
  }
}

export const NOTHING_TO_BACK_UP = 'This database is empty, so there is nothing to back up.';

const BACKUP_FILES = ['database.dump', 'sandbox.sqlite'] as const;
export type BackupFile = (typeof BACKUP_FILES)[number];

/** Content of `manifest.json` in the folder of a backup. */
export const Manifest = z.object({
  format: z.literal(2),
  madeAt: z.iso.datetime(),
  mode: z.enum(['sandbox', 'test', 'live']),
  /** The newest migration of the database: its tag in drizzle/meta/_journal.json and its time. */
  schema: z.string().regex(/^[\w-]+$/),
  schemaAt: z.number(),
  /** Business time of the snapshot. */
  now: z.iso.datetime(),
  /** Fingerprint with which an app checks that it has the same AUTH_SECRET. */
  secretMark: z.string(),
  /** Salt of the encryption key; null: not encrypted. */
  salt: z.string().nullable(),
  /** Quoted names of all tables, with the number of rows and the sum of the rows' MD5 hashes. */
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sum: z.string().regex(/^\d+$/) })),
  files: z.array(z.enum(BACKUP_FILES)),
  /** Files that pages deliver: how many the backup contains, and how many of those that the database names it lacks. */
  delivery: z
    .object({ files: z.number(), bytes: z.number(), lacking: z.number() })
    .default({ files: 0, bytes: 0, lacking: 0 }),
});
export type Manifest = z.infer<typeof Manifest>;

export const countRows = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);
export const countOrders = ({ tables }: Manifest): number =>
  tables.find(({ name }) => name === 'public.orders')?.rows ?? 0;

export const manifestFile = (folder: string): string => path.join(folder, 'manifest.json');

/** The manifest of a backup and its text, which encrypted files are bound to. Throws BackupError. */
export async function readManifest(folder: string): Promise<{ manifest: Manifest; text: string }> {
  const entry = await stat(folder).catch(() => null);
  if (!entry) throw new BackupError(`There is no backup in ${folder}.`);
  if (entry.isFile())
    throw new BackupError(
      'This backup is a single file, so an earlier version made it. Restore it with that version, then update.',
    );
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => '');
  try {
    return { manifest: Manifest.parse(JSON.parse(text)), text };
  } catch (cause) {
    throw new BackupError('This backup is damaged or incomplete: its manifest.json is missing or invalid.', { cause });
  }
}

/** Makes the text of rows independent of the settings of server and role. */
export const ROW_TEXT_SETTINGS = `set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

/** Rows of a table and the sum of their hashes, which does not depend on the order of the rows. */
export const countRowsSql = (table: string): string =>
  `select count(*)::int as rows, coalesce(sum(('x' || substr(md5(backup_row::text), 1, 15))::bit(60)::bigint::numeric), 0)::text as sum
   from ${table} as backup_row`;

/** Quoted names of the app's tables and of the table of its migrations. */
export async function listTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', relnamespace::regnamespace::text, relname) as name from pg_class
     where relnamespace::regnamespace::text in ('public', 'drizzle') and relkind = 'r' order by 1`,
  );
  return rows.map(({ name }) => name);
}
