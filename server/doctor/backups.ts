import path from 'node:path';

import { backupFolder, listBackupsUntil } from '#server/backup/backup-folder.ts';
import { headOf } from '#server/backup/read-backup.ts';
import { lastRehearsal } from '#server/backup/rehearse.ts';
import type { Config } from '#server/config.ts';

import { about, type Finding } from './finding.ts';

const { ok, later, warning, wrong } = about('backups');
const HOUR_MS = 3_600_000;
/** Maximum age of the newest backup: hourly with the embedded database, nightly with PostgreSQL. */
const OLDEST_MS = { embedded: 3 * HOUR_MS, postgres: 26 * HOUR_MS };
const REHEARSED_MS = 8 * 24 * HOUR_MS;

export async function backupFindings(config: Config, now: Date): Promise<Finding[]> {
  const [newest] = await listBackupsUntil(config, now);
  const say = config.mode === 'live' ? warning : later;
  if (!newest)
    return [
      say(
        `there are none in ${backupFolder(config)}`,
        config.databaseUrl
          ? 'npm run backup, each night by deploy/tillwright-backup.timer'
          : 'the running shop makes one each hour',
      ),
    ];
  const age = now.getTime() - newest.at.getTime();
  const said = `the newest is ${(age / HOUR_MS).toFixed(1)} hours old`;
  const limit = config.databaseUrl ? OLDEST_MS.postgres : OLDEST_MS.embedded;
  const { salt } = await headOf(newest.file);
  return [
    age <= limit ? ok(said) : say(said, 'See the log of the shop, or systemctl status tillwright-backup'),
    salt === null
      ? say('the newest lies open', 'Set BACKUP_KEY before backups leave this machine')
      : ok('the newest is sealed'),
    ...(config.operation.backupDir === null
      ? [
          say(
            `${path.resolve(config.dataDir)} holds the shop and its backups`,
            'Set BACKUP_DIR to another disk, and copy them to another place',
          ),
        ]
      : []),
    await rehearsalFinding(config, now, say),
  ];
}

async function rehearsalFinding(config: Config, now: Date, say: typeof warning): Promise<Finding> {
  const last = await lastRehearsal(config);
  if (!last) return say('none was ever brought back to try', 'npm run backup -- --rehearse');
  const days = (now.getTime() - Date.parse(last.at)) / 24 / HOUR_MS;
  if (!last.good)
    return wrong(
      `${last.file} could not be brought back`,
      'npm run backup, then npm run backup -- --rehearse, and look at what it says',
    );
  const said = `one was brought back ${days.toFixed(0)} days ago, and all was well`;
  return days * 24 * HOUR_MS <= REHEARSED_MS ? ok(said) : say(said, 'npm run backup -- --rehearse');
}
