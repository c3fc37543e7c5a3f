import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from '#server/core/config.ts';
import { failure, success, type CommandOutput, type OperatorContext } from '#server/ops/operator-command.ts';

import { backupFolder, deleteOldBackups, listBackups, newBackupFolder } from './backup-folder.ts';
import { makeBackup } from './make-backup.ts';
import { BackupError, countOrders, countRows, readManifest, type Manifest } from './manifest.ts';

type BackupOptions = { to?: string | undefined; withFiles?: boolean };

/** `npm run backup`: makes a backup in the backup folder or in the folder `to`, and describes it. */
export async function runBackup(
  context: OperatorContext,
  { to: namedFolder, withFiles = true }: BackupOptions = {},
): Promise<CommandOutput> {
  const { config, realNow } = context;
  const folder = namedFolder ? path.resolve(namedFolder) : newBackupFolder(config, realNow());
  const started = performance.now();
  try {
    const manifest = await makeBackup(context, folder, { withFiles });
    const deletedCount = namedFolder ? 0 : await deleteOldBackups(config, realNow());
    const seconds = (performance.now() - started) / 1000;
    return success(await describeBackup({ folder, manifest, deletedCount, seconds, withFiles }));
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return failure(error.message);
  }
}

type BackupSummary = {
  folder: string;
  manifest: Manifest;
  deletedCount: number;
  seconds: number;
  withFiles: boolean;
};

async function describeBackup({ folder, manifest, deletedCount, seconds, withFiles }: BackupSummary): Promise<string> {
  return [
    `  ${folder}`,
    `  Rows: ${countRows(manifest)} in ${manifest.tables.length} tables, orders: ${countOrders(manifest)}, size: ${await sizeOf(folder)}, time: ${seconds.toFixed(1)} s, schema: ${manifest.schema}`,
    ...describeFiles(manifest, withFiles),
    ...(deletedCount > 0 ? [`  Old backups deleted: ${deletedCount}`] : []),
    manifest.salt === null
      ? '  Not encrypted: contains personal data. Set BACKUP_KEY before you copy backups to another machine.'
      : '  Encrypted: store BACKUP_KEY in another place. Without it, the backup can’t be restored.',
  ].join('\n');
}

/** What the backup contains of the files that pages deliver, and what it leaves out. */
function describeFiles({ delivery: { files, bytes, lacking } }: Manifest, withFiles: boolean): string[] {
  if (!withFiles)
    return [`  Files that pages deliver: left out (--without-files): ${lacking}. Back them up in another way.`];
  return [
    `  Files that pages deliver: ${files}, size: ${formatSize(bytes)}`,
    ...(lacking > 0 ? [`  MISSING: ${lacking} more files are not stored. Run npm run doctor.`] : []),
  ];
}

async function sizeOf(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
  return formatSize(sizes.reduce((sum, size) => sum + size, 0));
}

const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** `npm run backup -- --list`. */
export async function describeBackups(config: Config): Promise<string> {
  const backups = await listBackups(config);
  const lines = backups.map(async ({ folder, label }) => {
    const description = await readManifest(folder).then(
      ({ manifest: { mode, schema, salt, delivery } }) =>
        `${mode}, ${schema}, ${delivery.files > 0 ? `${delivery.files} files, ` : ''}${salt === null ? 'not encrypted' : 'encrypted'}`,
      (error: Error) => error.message,
    );
    const size = await sizeOf(folder);
    return `  ${path.basename(folder).padEnd(44)} ${size.padStart(9)}  ${description}${label === null ? '' : ' (kept 28 days)'}`;
  });
  const list = await Promise.all(lines);
  return list.length === 0
    ? `  There are no backups in ${backupFolder(config)}. Make one with npm run backup.`
    : list.join('\n');
}
