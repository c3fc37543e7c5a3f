import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import { recordAudit } from '#server/audit/record-audit.ts';
import type { Config } from '#server/core/config.ts';
import { createSecrets } from '#server/core/secrets.ts';
import type { Database } from '#server/db/client.ts';
import { checkInvariants, type InvariantResult } from '#server/ops/invariants/check-invariants.ts';

import { ownsSandbox, hasStoredSecrets } from './app-files.ts';
import { BackupError } from './backup-error.ts';
import { readMigrations, listTables, type Migration } from './catalog.ts';
import { withSnapshot, type DatabaseSnapshot } from './database-snapshot.ts';
import { writeDurably } from './durable-file.ts';
import { MIGRATIONS, secretFingerprintOf } from './make-backup.ts';
import { type Manifest, type SectionHeader, measureStream, type Measure } from './manifest.ts';
import { readBackup, type VisitSection } from './read-backup.ts';
import {
  hasRows,
  lockSchema,
  addForeignKeys,
  buildSchema,
  dropForeignKeys,
  dropSchema,
  moveSequences,
} from './rebuild-schema.ts';

type Source = { file: string; backupKey: string | null; manifest: Manifest };

/** Replaces the database by the schema and rows of a backup, and verifies the rows. */
async function loadRows(
  snapshot: DatabaseSnapshot,
  migrations: readonly Migration[],
  source: Source,
  storeFile: VisitSection,
): Promise<void> {
  const { file, backupKey, manifest } = source;
  await dropSchema(snapshot);
  await buildSchema(snapshot, migrations, manifest.schema);
  await checkColumns(snapshot, manifest);
  const foreignKeys = await dropForeignKeys(snapshot);
  await setTriggers(snapshot, manifest, 'disable');
  // Some migrations insert rows.
  for (const { name } of manifest.tables) await snapshot.run(`delete from ${name}`);
  await readBackup(file, backupKey, (part, bytes) =>
    part.kind === 'file' ? storeFile(part, bytes) : snapshot.copyIn(part, bytes),
  );
  await checkRows(snapshot, manifest);
  await setTriggers(snapshot, manifest, 'enable');
  await addForeignKeys(snapshot, foreignKeys);
  await moveSequences(snapshot);
}

async function checkColumns(snapshot: DatabaseSnapshot, { tables }: Manifest): Promise<void> {
  const signatureOf = ({ name, columns }: { name: string; columns: readonly string[] }) =>
    `${name}(${columns.toSorted().join()})`;
  const existing = new Set((await listTables(snapshot)).map(signatureOf));
  const unexpected = tables.find((table) => !existing.has(signatureOf(table)));
  if (unexpected || existing.size !== tables.length)
    throw new BackupError(
      `The backup has ${unexpected ? `the table ${unexpected.name}` : 'fewer tables'} unlike its schema: something else wrote to that database.`,
    );
}

const setTriggers = async (
  { run }: DatabaseSnapshot,
  { tables }: Manifest,
  to: 'enable' | 'disable',
): Promise<void> => {
  for (const { name } of tables) await run(`alter table ${name} ${to} trigger user`);
};

/** Exports the tables again and compares rows and checksums with the manifest. */
async function checkRows(snapshot: DatabaseSnapshot, { tables }: Manifest): Promise<void> {
  for (const table of tables) {
    let actual: Measure | null = null;
    for await (const _piece of measureStream(snapshot.copyOut(table), (measure) => (actual = measure)));
    const { rows, sha256 } = actual ?? { rows: 0, sha256: '' };
    if (rows !== table.rows || sha256 !== table.sha256)
      throw new BackupError(`${table.name} did not come back as it was (${rows} of ${table.rows} rows).`);
  }
}

export type RestoreOptions = {
  file: string;
  /** Replaces existing data; by default only an empty database is filled. */
  replace?: boolean;
  /** Restores although encrypted values cannot be decrypted. */
  ignoreSecrets?: boolean;
  /** Test restore: places no files and ignores secrets. */
  isTestRestore?: boolean;
};

export type Restored = { manifest: Manifest; findings: InvariantResult[] };

/**
 * Restores a backup into a database, migrates it and checks the invariants. The backup is verified before anything changes;
 * all rows are restored in one transaction.
 */
export async function restoreBackup(config: Config, database: Database, options: RestoreOptions): Promise<Restored> {
  const { file, replace = false, isTestRestore = false } = options;
  const { backupKey } = config.operations;
  const manifest = await readBackup(file, backupKey);
  if (!isTestRestore) await assertCompatible(config, manifest, options);
  const wantedNames = isTestRestore ? [] : listWantedFiles(config);
  const storedNames: string[] = [];
  const storeFile = async ({ name }: SectionHeader, bytes: AsyncIterable<Uint8Array>) => {
    if (!wantedNames.includes(name)) return;
    await writeDurably(`${path.join(config.dataDir, name)}.restored`, bytes);
    storedNames.push(name);
  };
  await withSnapshot(database.db, 'write', async (snapshot) => {
    await lockSchema(snapshot);
    if ((await hasRows(snapshot)) && !replace)
      throw new BackupError('This database is not empty. Take a new one, or --replace what is there.');
    await loadRows(snapshot, readMigrations(MIGRATIONS), { file, backupKey, manifest }, storeFile);
  });
  for (const name of storedNames) await replaceFile(path.join(config.dataDir, name));
  await database.migrate();
  return { manifest, findings: await auditAndCheck(database, options, manifest) };
}

async function auditAndCheck({ db }: Database, { file, isTestRestore }: RestoreOptions, manifest: Manifest) {
  const { mode, madeAt, schema } = manifest;
  await withSnapshot(db, 'write', ({ run }) => run('analyze'));
  if (!isTestRestore)
    await recordAudit({ realNow: () => new Date() }, db, {
      actor: 'operator',
      action: 'backup_restored',
      subject: path.basename(file),
      facts: { madeAt, schema },
    });
  const clocks = { mode, now: () => new Date(manifest.now), realNow: () => new Date(madeAt) };
  return checkInvariants(db, clocks, { all: true });
}

const listWantedFiles = (config: Config): string[] => [
  ...(ownsSandbox(config) ? ['sandbox.sqlite'] : []),
  ...(hasStoredSecrets(config) ? ['secrets.json'] : []),
];

async function assertCompatible(config: Config, manifest: Manifest, { ignoreSecrets }: RestoreOptions): Promise<void> {
  if (manifest.mode !== config.mode)
    throw new BackupError(
      `This backup is of a shop in ${modeLabel(manifest.mode)}, and this one runs in ${modeLabel(config.mode)} (STRIPE_SECRET_KEY).`,
    );
  if (ignoreSecrets) return;
  const includesSecrets = manifest.files.some(({ name }) => name === 'secrets.json');
  const auth = config.authSecret ?? (includesSecrets ? null : await readStoredAuthSecret(config.dataDir));
  if (auth === null && includesSecrets) return;
  if ([auth, config.alternateAuthSecret].some((one) => one !== null && fingerprintOf(one) === manifest.secretMark))
    return;
  throw new BackupError(
    `Parts of this backup are sealed with another AUTH_SECRET. ${
      config.authSecret
        ? 'Set AUTH_SECRET to that of the shop it was made of (where it had none: "auth" in its secrets.json).'
        : `Put the secrets.json of the shop it was made of into ${config.dataDir}, for its owner alone (mode 600).`
    } With --other-secrets it comes back without: second steps, sign-in keys and mails that wait are lost, and sellers’ webhooks need new secrets.`,
  );
}

const modeLabel = (mode: Manifest['mode']): string =>
  ({ sandbox: 'the sandbox', test: 'test mode', live: 'live mode' })[mode];

const fingerprintOf = (auth: string): string => secretFingerprintOf(createSecrets(auth, { platform: '', connect: '' }));

async function readStoredAuthSecret(dataDir: string): Promise<string | null> {
  const file = path.join(dataDir, 'secrets.json');
  if (!existsSync(file)) return null;
  return z.object({ auth: z.string() }).parse(JSON.parse(await readFile(file, 'utf8'))).auth;
}

/** Keeps the previous file beside the new one. */
async function replaceFile(file: string): Promise<void> {
  if (existsSync(file)) await rename(file, `${file}.before-restore`);
  // The SQLite log belongs to the previous file.
  for (const suffix of ['-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
  await rename(`${file}.restored`, file);
}
