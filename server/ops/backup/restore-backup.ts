import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import type pg from 'pg';

import { plural } from '#content/messages/plural.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import type { Config } from '#server/core/config.ts';
import { createSecrets } from '#server/core/secrets.ts';
import { MIGRATIONS_FOLDER, readMigrations } from '#server/db/migrations.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { checkInvariants, isViolated, type InvariantResult } from '#server/invariants/check-invariants.ts';

import { listMissingFiles, restoreFiles, verifyBackedUpFiles } from './backup-files.ts';
import { decrypt, deriveBackupKey, type BackupKey } from './encryption.ts';
import { embeddedBackupHelp, secretFingerprintOf } from './make-backup.ts';
import {
  BackupError,
  countRowsSql,
  listTables,
  readManifest,
  ROW_TEXT_SETTINGS,
  type BackupFile,
  type Manifest,
} from './manifest.ts';
import { assertTools, startTool, withClient } from './postgres-tools.ts';

/** Same lock as in db/migrations.ts: an app that starts meanwhile waits. */
const LOCK_SCHEMA = 'set client_min_messages = warning;\nselect pg_advisory_xact_lock(7455001);';

/** Drops all tables and trigger functions of the app, and the migration history. Extensions of the server stay. */
export const DROP_SCHEMA = `
  do $drop$
  declare name text;
  begin
    for name in select oid::regclass::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    loop execute 'drop table ' || name || ' cascade'; end loop;
    for name in select p.oid::regprocedure::text from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop execute 'drop function ' || name; end loop;
  end $drop$;
  drop schema if exists drizzle cascade;`;

type RestoreOptions = {
  folder: string;
  /** Replaces existing data; by default only an empty database is filled. */
  replace?: boolean;
  /** Restores although encrypted values cannot be decrypted. */
  ignoreSecrets?: boolean;
  /** Test restore into another database: keeps the sandbox's state and ignores secrets. */
  testDatabaseUrl?: string;
};

/** `restoredFiles`: files that were not stored yet. `missingFiles`: files that the database names and that are not stored. */
export type Restored = {
  manifest: Manifest;
  findings: InvariantResult[];
  restoredFiles: number;
  missingFiles: number;
};

/** A line for each invariant that does not hold. */
export const describeViolations = (findings: readonly InvariantResult[]): string[] =>
  findings
    .filter(isViolated)
    .map(
      ({ name, description, count, error }) =>
        `  VIOLATED  ${name}: ${description} (${error ?? plural(count, { one: '1 row', other: `${count} rows` })})`,
    );

/**
 * Restores a backup into PostgreSQL, migrates it and checks the invariants. Rows are restored in one transaction, which ends
 * with a comparison of all tables with the manifest. Throws BackupError.
 */
export async function restoreBackup(config: Config, options: RestoreOptions): Promise<Restored> {
  const { folder, replace = false, testDatabaseUrl } = options;
  const databaseUrl = testDatabaseUrl ?? config.databaseUrl;
  if (databaseUrl === null) throw new BackupError(embeddedBackupHelp(config));
  const { manifest, text } = await readManifest(folder);
  if (!testDatabaseUrl) assertCompatible(config, manifest, options);
  if (manifest.schemaAt > Math.max(...readMigrations(MIGRATIONS_FOLDER).map(({ when }) => when)))
    throw new BackupError(
      `A newer version of Tillwright made this backup (${manifest.schema}). Update, then restore it.`,
    );
  const key = await verifyFiles(config, folder, manifest, text);
  await verifyBackedUpFiles(config, folder, manifest.delivery);
  await withClient(databaseUrl, async (client) => {
    await assertTools(client);
    if ((await hasData(client)) && !replace)
      throw new BackupError(
        'This database is not empty. Use an empty one, or replace the existing data with --replace.',
      );
  });
  await loadDump(databaseUrl, readBackupFile(folder, 'database.dump', key), manifest);
  if (!testDatabaseUrl && manifest.files.includes('sandbox.sqlite')) await restoreSandbox(config, folder, key);
  const findings = await migrateAndCheck(databaseUrl, manifest, options);
  if (testDatabaseUrl) return { manifest, findings, restoredFiles: 0, missingFiles: 0 };
  return { manifest, findings, ...(await restoreMissingFiles(config, databaseUrl, folder)) };
}

/** Stores the files of a backup that are not stored yet. Throws BackupError. */
export async function restoreMissingFiles(
  config: Config,
  databaseUrl: string,
  folder: string,
): Promise<Pick<Restored, 'restoredFiles' | 'missingFiles'>> {
  const restoredFiles = await restoreFiles(config, folder);
  const missing = await withClient(databaseUrl, (client) => listMissingFiles(config, client));
  return { restoredFiles, missingFiles: missing.length };
}

/** Reads encrypted files to their end, because their content must not be used before the tag is verified. */
async function verifyFiles(
  config: Config,
  folder: string,
  manifest: Manifest,
  text: string,
): Promise<BackupKey | null> {
  const missing = manifest.files.find((name) => !existsSync(path.join(folder, name)));
  if (missing) throw new BackupError(`This backup is incomplete: ${missing} is missing.`);
  if (manifest.salt === null) return null;
  const { backupKey } = config.operations;
  if (backupKey === null)
    throw new BackupError('This backup is encrypted. Set BACKUP_KEY to the key it was encrypted with.');
  const key = deriveBackupKey(backupKey, manifest.salt, text);
  for (const name of manifest.files) for await (const _chunk of decrypt(folder, name, key));
  return key;
}

const readBackupFile = (folder: string, name: BackupFile, key: BackupKey | null): AsyncIterable<Uint8Array> =>
  key ? decrypt(folder, name, key) : (createReadStream(path.join(folder, name)) as AsyncIterable<Uint8Array>);

/** Whether any table has a row. Throws BackupError for tables of another application. */
async function hasData(client: pg.Client): Promise<boolean> {
  const tables = await listTables(client);
  if (tables.length > 0 && !tables.includes('drizzle.__drizzle_migrations'))
    throw new BackupError(
      'This database contains tables of another application. Use a separate database for Tillwright.',
    );
  for (const name of tables.filter((table) => table !== 'drizzle.__drizzle_migrations')) {
    const { rows } = await client.query<{ has_any: boolean }>(`select exists (select from ${name}) as has_any`);
    if (rows[0]?.has_any) return true;
  }
  return false;
}

/** Errors of a pipe whose reader ends while something is written to it, or just before. */
const BROKEN_PIPE_CODES: readonly unknown[] = ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];

function ignoreBrokenPipe(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && BROKEN_PIPE_CODES.includes(error.code))) throw error;
}

/**
 * Sends the old schema's end, the dump and the comparison to psql as one transaction. psql commits at the end of its input, so
 * it is killed when anything before fails.
 */
async function loadDump(databaseUrl: string, dump: AsyncIterable<Uint8Array>, manifest: Manifest): Promise<void> {
  // Entries of a schema exclude the schema itself, which is created here, and extensions of the server.
  const restore = startTool('pg_restore', [
    '--no-owner',
    '--no-privileges',
    '--schema=public',
    '--schema=drizzle',
    '-f',
    '-',
  ]);
  const psql = startTool(
    'psql',
    ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1', '--file=-'],
    databaseUrl,
  );
  psql.output.resume();
  try {
    psql.input.write(`${LOCK_SCHEMA}\n${DROP_SCHEMA}\ncreate schema drizzle;\n`);
    await Promise.all([
      // pg_restore stops reading at the end of the archive, which may come before the end of the file. Its exit code decides.
      pipeline(dump, restore.input).catch(ignoreBrokenPipe),
      pipeline(restore.output, psql.input, { end: false }),
      // psql ends early at the first error.
      Promise.race([restore.ended, psql.ended]),
    ]);
    await restore.ended;
    psql.input.end(`\n${ROW_TEXT_SETTINGS};\n${manifest.tables.map(compareTableSql).join('\n')}\n`);
    await psql.ended;
  } catch (error) {
    restore.kill();
    psql.kill();
    // A broken pipe is only the consequence of what one of the programs reports.
    const ends = await Promise.allSettled([restore.ended, psql.ended]);
    const reasons = [error, ...ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))];
    throw (
      reasons.find((reason) => reason instanceof BackupError && !reason.message.endsWith('ended with a signal')) ??
      error
    );
  }
}

/** Ends the transaction with an error when a table is not as it was. */
const compareTableSql = ({ name, rows, sum }: Manifest['tables'][number]): string =>
  `do $compare$ declare restored record; begin ${countRowsSql(name)} into restored;
   if restored.rows <> ${rows} or restored.sum <> '${sum}' then
     raise exception '% differs from the backup after the restore (% of ${rows} rows)', '${name}', restored.rows;
   end if; end $compare$;`;

async function migrateAndCheck(
  databaseUrl: string,
  { mode, madeAt, schema, now }: Manifest,
  { folder, testDatabaseUrl }: RestoreOptions,
): Promise<InvariantResult[]> {
  const database = openPostgres(databaseUrl, MIGRATIONS_FOLDER, () => undefined);
  try {
    await database.migrate();
    await withClient(databaseUrl, (client) => client.query('analyze'));
    if (!testDatabaseUrl)
      await recordAudit({ realNow: () => new Date() }, database.db, {
        actor: 'operator',
        action: 'backup_restored',
        subject: path.basename(folder),
        facts: { madeAt, schema },
      });
    const clocks = { mode, now: () => new Date(now), realNow: () => new Date(madeAt) };
    return await checkInvariants(database.db, clocks, { all: true });
  } finally {
    await database.close();
  }
}

function assertCompatible(config: Config, manifest: Manifest, { ignoreSecrets }: RestoreOptions): void {
  if (manifest.mode !== config.mode)
    throw new BackupError(
      `This backup was made in ${modeLabel(manifest.mode)}, but this installation runs in ${modeLabel(config.mode)}. Check STRIPE_SECRET_KEY.`,
    );
  const secrets = [config.authSecret, config.alternateAuthSecret].filter((secret) => secret !== null);
  if (ignoreSecrets || secrets.some((secret) => fingerprintOf(secret) === manifest.secretMark)) return;
  throw new BackupError(
    'Parts of this backup are encrypted with another AUTH_SECRET. Set AUTH_SECRET to the secret of the installation that made it. To restore without these parts, add --other-secrets: second factors, token signing keys, and queued emails are lost, and sellers’ webhooks need new signing secrets.',
  );
}

const modeLabel = (mode: Manifest['mode']): string =>
  ({ sandbox: 'sandbox mode', test: 'test mode', live: 'live mode' })[mode];

const fingerprintOf = (auth: string): string => secretFingerprintOf(createSecrets(auth, { platform: '', connect: '' }));

/** Replaces the sandbox's state and keeps the previous one beside it. */
async function restoreSandbox(config: Config, folder: string, key: BackupKey | null): Promise<void> {
  const file = path.join(config.dataDir, 'sandbox.sqlite');
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const restored = createWriteStream(`${file}.restored`, { mode: 0o600, flush: true });
  await pipeline(readBackupFile(folder, 'sandbox.sqlite', key), restored);
  if (existsSync(file)) await rename(file, `${file}.before-restore`);
  // The SQLite log belongs to the previous file.
  for (const suffix of ['-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
  await rename(`${file}.restored`, file);
}
