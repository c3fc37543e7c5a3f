import { stat } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from '#server/core/config.ts';
import type { OperatorCommand } from '#server/ops/operator-command.ts';

import { hasStoredSecrets } from './app-files.ts';
import { BackupError } from './backup-error.ts';
import { backupFile, backupFolder, deleteOldBackups, listBackups } from './backup-folder.ts';
import { makeBackup } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { readHeader } from './read-backup.ts';

/** `npm run backup`: makes a backup in the backup folder or the named file, and describes it. */
export const runBackup: OperatorCommand = async (context, [namedFile]) => {
  const { config, realNow } = context;
  const file = namedFile ? path.resolve(namedFile) : backupFile(config, realNow());
  const started = performance.now();
  try {
    const manifest = await makeBackup(context, file);
    const deletedCount = namedFile ? 0 : await deleteOldBackups(config, realNow());
    const seconds = (performance.now() - started) / 1000;
    return { text: await describeBackup(config, { file, manifest, deletedCount, seconds }), good: true };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return { text: error.message, good: false };
  }
};

type BackupSummary = { file: string; manifest: Manifest; deletedCount: number; seconds: number };

async function describeBackup(
  config: Config,
  { file, manifest, deletedCount, seconds }: BackupSummary,
): Promise<string> {
  const { size } = await stat(file);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const orders = manifest.tables.find(({ name }) => name === 'orders')?.rows ?? 0;
  const isSealed = manifest.salt !== null;
  return [
    `  ${file}`,
    `  ${rows} rows of ${manifest.tables.length} tables, ${orders} orders, ${sizeOf(size)}, in ${seconds.toFixed(1)} s; schema ${manifest.schema}`,
    ...(deletedCount > 0 ? [`  ${deletedCount} older ones were not needed any more.`] : []),
    isSealed
      ? '  Sealed: keep BACKUP_KEY somewhere else, without it nobody can read this.'
      : '  Not sealed: it holds addresses of people. Set BACKUP_KEY before it leaves this machine.',
    ...(hasStoredSecrets(config) && !isSealed
      ? [
          `  ${path.resolve(config.dataDir, 'secrets.json')} is not in it: keep a copy apart. What is sealed in the rows needs it.`,
        ]
      : []),
  ].join('\n');
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** `npm run backup -- --list`. */
export async function describeBackups(config: Config): Promise<string> {
  const backups = await listBackups(config);
  const lines = backups.map(async ({ file, label }) => {
    const { size } = await stat(file);
    const description = await readHeader(file).then(
      ({ mode, schema, salt }) => `${mode}, ${schema}, ${salt === null ? 'open' : 'sealed'}`,
      (error: Error) => error.message,
    );
    return `  ${path.basename(file).padEnd(44)} ${sizeOf(size).padStart(9)}  ${description}${label === null ? '' : ' (kept 28 days)'}`;
  });
  const list = await Promise.all(lines);
  return list.length === 0 ? `  There are none in ${backupFolder(config)}` : list.join('\n');
}
