import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import type { Config } from '#server/core/config.ts';

const NAME = /^tillwright-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-[a-z0-9_-]+)?\.backup$/;
/** Suffix of a backup that is being written. */
export const PARTIAL_SUFFIX = '.part';
/** Retention in days of backups made before a change. */
const LABELED_RETENTION_DAYS = 28;
/** Weeks begin on Monday; 1970 began on a Thursday. */
const WEEK_OFFSET_MS = 4 * DAY_MS;

/** `label`: the change that the backup precedes; null for a regular backup. */
type StoredBackup = { folder: string; at: Date; label: string | null };

/** The folder that holds all backups. */
export const backupFolder = ({ dataDir, operations: operation }: Config): string =>
  path.resolve(operation.backupFolder ?? path.join(dataDir, 'backups'));

/** The folder of one backup; its name contains the time of the backup. */
export function newBackupFolder(config: Config, at: Date, label?: string): string {
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
  const parent = backupFolder(config);
  const names = await readdir(parent).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith(suffix))
    .flatMap((name): StoredBackup[] => {
      const [, year, month, day, hour, minute, second, label = null] =
        NAME.exec(name.slice(0, name.length - suffix.length)) ?? [];
      const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
      return Number.isNaN(at.getTime()) ? [] : [{ folder: path.join(parent, name), at, label }];
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** Keeps hourly backups of a day, daily ones of a week and weekly ones of four weeks; deletes unfinished ones after a day. */
export async function deleteOldBackups(config: Config, now: Date): Promise<number> {
  for (const { folder, at } of await listNamed(config, PARTIAL_SUFFIX))
    if (now.getTime() - at.getTime() > DAY_MS) await rm(folder, { recursive: true, force: true });
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
  for (const { folder } of toDelete) await rm(folder, { recursive: true, force: true });
  return toDelete.length;
}

const hourOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS);
const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);
const weekOf = (at: Date): number => Math.floor((at.getTime() - WEEK_OFFSET_MS) / (7 * DAY_MS));

const [HOURS, DAYS, WEEKS] = [24, 7, 4];

/**
 * Backups that are not needed. Kept are the newest of each of the last hours and days, and of the last weeks that have one,
 * so that a long pause or a wrong clock costs no older backup. Backups from after `now` are kept. UTC.
 */
export function selectExpiredBackups<T extends { at: Date }>(backups: readonly T[], now: Date): T[] {
  const oldestFirst = backups.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const past = oldestFirst.filter(({ at }) => at <= now);
  const newestOfEach = (bucketOf: (at: Date) => number): T[] => [
    ...new Map(past.map((one) => [bucketOf(one.at), one])).values(),
  ];
  const needed = new Set([
    ...newestOfEach(hourOf).filter(({ at }) => hourOf(at) > hourOf(now) - HOURS),
    ...newestOfEach(dayOf).filter(({ at }) => dayOf(at) > dayOf(now) - DAYS),
    ...newestOfEach(weekOf).slice(-WEEKS),
  ]);
  return backups.filter((one) => one.at <= now && !needed.has(one));
}
