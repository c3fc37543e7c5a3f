import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from '#server/core/config.ts';

import { PARTIAL_SUFFIX } from './durable-file.ts';
import { selectExpiredBackups } from './expired-backups.ts';

const NAME = /^tillwright-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-[a-z0-9_-]+)?\.backup$/;
/** Retention in days of backups made before a change. */
const LABELED_RETENTION_DAYS = 28;
const DAY_MS = 86_400_000;

/** `label`: the change that the backup precedes; null for a regular backup. */
export type StoredBackup = { file: string; at: Date; label: string | null };

export const backupFolder = ({ dataDir, operations: operation }: Config): string =>
  path.resolve(operation.backupFolder ?? path.join(dataDir, 'backups'));

/** The file name contains the time of the backup. */
export function backupFile(config: Config, at: Date, label?: string): string {
  const timestamp = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return path.join(backupFolder(config), `tillwright-${timestamp}${label ? `-${label}` : ''}.backup`);
}

/** Newest first. */
export const listBackups = (config: Config): Promise<StoredBackup[]> => listNamed(config, '');

/** Backups made until a time, newest first. A wrong clock may have created later ones. */
export const listBackupsUntil = async (config: Config, now: Date): Promise<StoredBackup[]> =>
  (await listBackups(config)).filter(({ at }) => at <= now);

/** `suffix`: suffix after the name of a backup. */
async function listNamed(config: Config, suffix: string): Promise<StoredBackup[]> {
  const folder = backupFolder(config);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith(suffix))
    .flatMap((name): StoredBackup[] => {
      const [, year, month, day, hour, minute, second, label = null] =
        NAME.exec(name.slice(0, name.length - suffix.length)) ?? [];
      const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
      return Number.isNaN(at.getTime()) ? [] : [{ file: path.join(folder, name), at, label }];
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** Keeps hourly backups of a day, daily ones of a week and weekly ones of four weeks; deletes unfinished ones after a day. */
export async function deleteOldBackups(config: Config, now: Date): Promise<number> {
  for (const { file, at } of await listNamed(config, PARTIAL_SUFFIX))
    if (now.getTime() - at.getTime() > DAY_MS) await rm(file, { force: true });
  const all = await listBackups(config);
  const expiredLabeled = all.filter(
    ({ label, at }) => label !== null && now.getTime() - at.getTime() > LABELED_RETENTION_DAYS * DAY_MS,
  );
  const toDelete = [
    ...selectExpiredBackups(
      all.filter(({ label }) => label === null),
      now,
    ),
    ...expiredLabeled,
  ];
  for (const { file } of toDelete) await rm(file, { force: true });
  return toDelete.length;
}
