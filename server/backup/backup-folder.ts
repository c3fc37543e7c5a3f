import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from '#server/config.ts';

import { UNFINISHED } from './durable-file.ts';
import { whichToForget } from './which-to-forget.ts';

const NAME = /^tillwright-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-[a-z0-9_-]+)?\.backup$/;
/** Those that were made before something was changed are kept apart from the others. */
const LABELLED_DAYS = 28;
const DAY_MS = 86_400_000;

/** `label`: what it was made before; null for one that was made as ever. */
export type KeptBackup = { file: string; at: Date; label: string | null };

export const backupFolder = ({ dataDir, operation }: Config): string =>
  path.resolve(operation.backupDir ?? path.join(dataDir, 'backups'));

/** The name says when, so that nothing else has to. */
export function backupFile(config: Config, at: Date, label?: string): string {
  const moment = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return path.join(backupFolder(config), `tillwright-${moment}${label ? `-${label}` : ''}.backup`);
}

/** The newest first. */
export const listBackups = (config: Config): Promise<KeptBackup[]> => listNamed(config, '');

/** Those that were made by then: a clock that was wrong once has left others, perhaps. The newest first. */
export const listBackupsUntil = async (config: Config, now: Date): Promise<KeptBackup[]> =>
  (await listBackups(config)).filter(({ at }) => at <= now);

/** `ending`: what follows the name of a backup. */
async function listNamed(config: Config, ending: string): Promise<KeptBackup[]> {
  const folder = backupFolder(config);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith(ending))
    .flatMap((name): KeptBackup[] => {
      const [, year, month, day, hour, minute, second, label = null] =
        NAME.exec(name.slice(0, name.length - ending.length)) ?? [];
      const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
      return Number.isNaN(at.getTime()) ? [] : [{ file: path.join(folder, name), at, label }];
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** A day of hours, a week of days, four weeks; gives how many went. What was killed while it was written goes after a day. */
export async function forgetOldBackups(config: Config, now: Date): Promise<number> {
  for (const { file, at } of await listNamed(config, UNFINISHED))
    if (now.getTime() - at.getTime() > DAY_MS) await rm(file, { force: true });
  const all = await listBackups(config);
  const labelled = all.filter(
    ({ label, at }) => label !== null && now.getTime() - at.getTime() > LABELLED_DAYS * DAY_MS,
  );
  const forgotten = [
    ...whichToForget(
      all.filter(({ label }) => label === null),
      now,
    ),
    ...labelled,
  ];
  for (const { file } of forgotten) await rm(file, { force: true });
  return forgotten.length;
}
