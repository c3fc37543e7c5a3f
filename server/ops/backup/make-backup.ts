import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';

import type pg from 'pg';

import type { Config } from '#server/core/config.ts';
import type { Context } from '#server/core/context.ts';
import type { Secrets } from '#server/core/secrets.ts';
import { MIGRATIONS_FOLDER, readMigrations } from '#server/db/migrations.ts';

import { copyToBackup, listNamedFiles, type NamedFile } from './backup-files.ts';
import { PARTIAL_SUFFIX } from './backup-folder.ts';
import { deriveBackupKey, encrypt } from './encryption.ts';
import {
  BackupError,
  countRowsSql,
  listTables,
  manifestFile,
  NOTHING_TO_BACK_UP,
  ROW_TEXT_SETTINGS,
  type BackupFile,
  type Manifest,
} from './manifest.ts';
import { assertTools, startTool, withClient } from './postgres-tools.ts';

type BackupContext = Pick<Context, 'config' | 'secrets' | 'mode' | 'now' | 'realNow'>;

/** How the embedded database is backed up: it can be read by one process only. */
export const embeddedBackupHelp = ({ dataDir }: Pick<Config, 'dataDir'>): string => {
  const folder = path.resolve(dataDir);
  return `To back up the embedded database, stop the server, run cp -a ${folder} ${folder}-copy, and start the server again. To restore it, stop the server and replace the folder with the copy.`;
};

/** Fingerprint of AUTH_SECRET that does not reveal it. */
export const secretFingerprintOf = ({ hash }: Pick<Secrets, 'hash'>): string => hash('backup');

/**
 * Writes a snapshot of the app's data into a new folder while the app runs: what pg_dump writes, the sandbox's state, and a
 * manifest with the rows of each table, and `withFiles` the files that pages deliver. Throws BackupError.
 */
export async function makeBackup(
  context: BackupContext,
  folder: string,
  { withFiles = true }: { withFiles?: boolean } = {},
): Promise<Manifest> {
  const { databaseUrl } = context.config;
  if (databaseUrl === null) throw new BackupError(embeddedBackupHelp(context.config));
  const partialFolder = `${folder}${PARTIAL_SUFFIX}`;
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
  await rm(partialFolder, { recursive: true, force: true });
  await mkdir(partialFolder, { mode: 0o700 });
  try {
    const manifest = await withClient(databaseUrl, async (client) => {
      // Most files are copied before the snapshot, which then stays open for a short time only.
      if (withFiles) await copyToBackup(context.config, partialFolder, await listNamedFiles(client));
      return writeFiles(context, client, databaseUrl, { folder: partialFolder, withFiles });
    });
    await syncFolder(partialFolder);
    await rename(partialFolder, folder);
    await syncFolder(path.dirname(folder));
    return manifest;
  } catch (error) {
    await rm(partialFolder, { recursive: true, force: true });
    throw error;
  }
}

/** pg_dump reads the snapshot of the transaction in which the rows are counted. */
async function writeFiles(
  context: BackupContext,
  client: pg.Client,
  databaseUrl: string,
  { folder, withFiles }: { folder: string; withFiles: boolean },
): Promise<Manifest> {
  await assertTools(client);
  await client.query('begin isolation level repeatable read read only');
  await client.query(ROW_TEXT_SETTINGS);
  const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
  const named = await listNamedFiles(client);
  const missing = withFiles ? await copyToBackup(context.config, folder, named) : named;
  const manifest = { ...(await describeSnapshot(context, client)), delivery: describeFiles(named, missing) };
  const manifestText = JSON.stringify(manifest, null, 2);
  const { backupKey } = context.config.operations;
  const key =
    backupKey === null || manifest.salt === null ? null : deriveBackupKey(backupKey, manifest.salt, manifestText);
  const write = (name: BackupFile, source: AsyncIterable<Uint8Array>) => {
    const file = createWriteStream(path.join(folder, name), { flags: 'wx', mode: 0o600, flush: true });
    return pipeline(key ? encrypt(source, name, key) : source, file);
  };
  const dump = startTool(
    'pg_dump',
    ['--format=custom', '--schema=public', '--schema=drizzle', `--snapshot=${rows[0]?.snapshot}`],
    databaseUrl,
  );
  await write('database.dump', dump.output).catch((error: unknown) => {
    dump.kill();
    throw error;
  });
  await dump.ended;
  if (manifest.files.includes('sandbox.sqlite')) await write('sandbox.sqlite', copyOfSandbox(context.config));
  await writeFile(manifestFile(folder), manifestText, { mode: 0o600, flush: true });
  return manifest;
}

const describeFiles = (named: readonly NamedFile[], missing: readonly NamedFile[]): Manifest['delivery'] => {
  const sumBytes = (files: readonly NamedFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    files: named.length - missing.length,
    bytes: sumBytes(named) - sumBytes(missing),
    lacking: missing.length,
  };
};

async function describeSnapshot(context: BackupContext, client: pg.Client): Promise<Omit<Manifest, 'delivery'>> {
  const { config, mode, now, realNow, secrets } = context;
  const names = await listTables(client);
  if (!names.includes('drizzle.__drizzle_migrations')) throw new BackupError(NOTHING_TO_BACK_UP);
  const last = await client.query<{ at: string }>('select max(created_at) as at from drizzle.__drizzle_migrations');
  const schemaAt = Number(last.rows[0]?.at);
  const tables: Manifest['tables'] = [];
  for (const name of names) {
    const { rows } = await client.query<{ rows: number; sum: string }>(countRowsSql(name));
    tables.push({ name, rows: rows[0]?.rows ?? 0, sum: rows[0]?.sum ?? '0' });
  }
  return {
    format: 2,
    madeAt: realNow().toISOString(),
    mode,
    schema: readMigrations(MIGRATIONS_FOLDER).find(({ when }) => when === schemaAt)?.tag ?? `at-${schemaAt}`,
    schemaAt,
    now: now().toISOString(),
    secretMark: secretFingerprintOf(secrets),
    salt: config.operations.backupKey === null ? null : randomBytes(16).toString('base64url'),
    tables,
    files: ['database.dump', ...(hasSandbox(config) ? (['sandbox.sqlite'] as const) : [])],
  };
}

const sandboxFile = ({ dataDir }: Config): string => path.join(dataDir, 'sandbox.sqlite');
const hasSandbox = (config: Config): boolean =>
  config.mode === 'sandbox' && config.sandboxUrl === null && existsSync(sandboxFile(config));

/** Pages per batch, more than any file has. With smaller batches, a concurrent write would restart the copy. */
const PAGES_PER_BATCH = 2_000_000_000;

/** A consistent copy of the sandbox's state, which is in use. */
async function* copyOfSandbox(config: Config): AsyncGenerator<Uint8Array> {
  const copy = `${sandboxFile(config)}.copy`;
  const source = new DatabaseSync(sandboxFile(config), { readOnly: true });
  try {
    await backup(source, copy, { rate: PAGES_PER_BATCH });
    yield* createReadStream(copy) as AsyncIterable<Uint8Array>;
  } finally {
    source.close();
    await rm(copy, { force: true });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
