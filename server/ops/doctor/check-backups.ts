import path from 'node:path';

import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import type { Config } from '#server/core/config.ts';
import { backupFolder, listBackupsUntil } from '#server/ops/backup/backup-folder.ts';
import { readManifest } from '#server/ops/backup/manifest.ts';
import { readLastTestRestore } from '#server/ops/backup/test-restore.ts';

import { findingsAbout, type Finding } from './finding.ts';

const { ok, later, warning, wrong } = findingsAbout('backups');
/** Maximum age of the newest backup, which is made each night. */
const MAX_AGE_MS = 26 * HOUR_MS;
const MAX_REHEARSAL_AGE_MS = 8 * DAY_MS;

export async function checkBackups(config: Config, now: Date): Promise<Finding[]> {
  if (config.databaseUrl === null)
    return [later('are copies of the data folder', 'npm run backup says how to make one; PostgreSQL has real backups')];
  const [newest] = await listBackupsUntil(config, now);
  const report = config.mode === 'live' ? warning : later;
  if (!newest)
    return [
      report(
        `there are none in ${backupFolder(config)}`,
        'npm run backup, each night by deploy/tillwright-backup.timer',
      ),
    ];
  const age = now.getTime() - newest.at.getTime();
  const summary = `the newest is ${(age / HOUR_MS).toFixed(1)} hours old`;
  const { manifest } = await readManifest(newest.folder);
  return [
    age <= MAX_AGE_MS ? ok(summary) : report(summary, 'See systemctl status tillwright-backup'),
    manifest.salt === null
      ? report('the newest is not encrypted', 'Set BACKUP_KEY before backups leave this machine')
      : ok('the newest is encrypted'),
    ...(config.operations.backupFolder === null
      ? [
          report(
            `${path.resolve(config.dataDir)} holds the server's data and its backups`,
            'Set BACKUP_DIR to another disk, and copy them to another place',
          ),
        ]
      : []),
    await checkRehearsal(config, now, report),
  ];
}

async function checkRehearsal(config: Config, now: Date, report: typeof warning): Promise<Finding> {
  const last = await readLastTestRestore(config);
  if (!last) return report('none was ever brought back to try', 'npm run backup -- --rehearse');
  const days = (now.getTime() - Date.parse(last.at)) / DAY_MS;
  if (!last.good)
    return wrong(
      `${last.file} could not be brought back`,
      'npm run backup, then npm run backup -- --rehearse, and look at what it says',
    );
  const summary = `one was brought back ${days.toFixed(0)} days ago, and all was well`;
  return days * DAY_MS <= MAX_REHEARSAL_AGE_MS ? ok(summary) : report(summary, 'npm run backup -- --rehearse');
}
