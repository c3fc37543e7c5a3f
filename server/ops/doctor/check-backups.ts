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
    return [later('the embedded database is backed up by copying its folder', 'Run npm run backup to see how')];
  const [newest] = await listBackupsUntil(config, now);
  const report = config.mode === 'live' ? warning : later;
  if (!newest)
    return [
      report(
        `there are no backups in ${backupFolder(config)}`,
        'Run npm run backup every night, for example with deploy/tillwright-backup.timer',
      ),
    ];
  const age = now.getTime() - newest.at.getTime();
  const summary = `the newest backup is ${(age / HOUR_MS).toFixed(1)} hours old`;
  const { manifest } = await readManifest(newest.folder);
  return [
    age <= MAX_AGE_MS
      ? ok(summary)
      : report(
          summary,
          'Run npm run backup every night. If deploy/tillwright-backup.timer does, see systemctl status tillwright-backup',
        ),
    manifest.salt === null
      ? report('the newest backup is not encrypted', 'Set BACKUP_KEY before backups leave this machine')
      : ok('the newest backup is encrypted'),
    ...(config.operations.backupFolder === null
      ? [
          report(
            `backups are in ${path.resolve(config.dataDir)}, beside the server’s data`,
            'Set BACKUP_DIR to another disk, and copy the backups to another place',
          ),
        ]
      : []),
    await checkRehearsal(config, now, report),
  ];
}

async function checkRehearsal(config: Config, now: Date, report: typeof warning): Promise<Finding> {
  const last = await readLastTestRestore(config);
  if (!last) return report('no restore has been tested', 'Run npm run backup -- --rehearse');
  const days = (now.getTime() - Date.parse(last.at)) / DAY_MS;
  if (!last.good)
    return wrong(
      `the test restore of ${last.file} failed`,
      'Run npm run backup, then npm run backup -- --rehearse, and fix what it reports',
    );
  const summary = `the last test restore succeeded ${days.toFixed(1)} days ago`;
  return days * DAY_MS <= MAX_REHEARSAL_AGE_MS ? ok(summary) : report(summary, 'Run npm run backup -- --rehearse');
}
