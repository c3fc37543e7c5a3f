import type { Logger } from 'pino';

import { backupFile, deleteOldBackups, listBackupsUntil } from './backup-folder.ts';
import { readMigrations, readSchema } from './catalog.ts';
import { withSnapshot } from './database-snapshot.ts';
import { makeBackup, MIGRATIONS, type BackupContext } from './make-backup.ts';

const HOUR_MS = 3_600_000;
const CHECK_INTERVAL_MS = 60_000;

/** Hourly backups of the embedded database, which does not sync each write and can lose data in a power cut. */
export function openHourlyBackups(context: BackupContext & { log: Logger }): { close: () => Promise<void> } {
  let running: Promise<void> | null = null;
  const check = () => {
    running ??= makeDueBackup(context)
      .catch((error: unknown) => context.log.error({ err: error }, 'hourly_backup_failed'))
      .finally(() => (running = null));
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
  return {
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** Makes a backup when the newest is an hour old. */
export async function makeDueBackup(context: BackupContext & { log: Logger }): Promise<void> {
  const { config, log, realNow } = context;
  const now = realNow();
  const newest = (await listBackupsUntil(config, now)).find(({ label }) => label === null);
  if (newest && now.getTime() - newest.at.getTime() < HOUR_MS) return;
  const started = performance.now();
  const { tables } = await makeBackup(context, backupFile(config, now));
  await deleteOldBackups(config, now);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  log.info({ rows, ms: Math.round(performance.now() - started) }, 'hourly_backup_created');
}

/** Backs up the database before its schema changes. */
export async function makeBackupBeforeMigration(context: BackupContext): Promise<void> {
  const migrations = readMigrations(MIGRATIONS);
  const schema = await withSnapshot(context.db, 'read', (snapshot) => readSchema(snapshot, migrations));
  const migrationIndex = migrations.findIndex(({ tag }) => tag === schema);
  const newest = migrations.at(-1)?.tag;
  if (migrationIndex < 0 || schema === newest) return;
  await makeBackup(context, backupFile(context.config, context.realNow(), `before-${newest}`));
}
