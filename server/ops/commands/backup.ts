// npm run backup: makes, lists and tests backups.
import { parseArgs } from 'node:util';

import { describeBackups, runBackup } from '#server/ops/backup/backup-command.ts';
import { embeddedBackupHelp } from '#server/ops/backup/make-backup.ts';
import { runTestRestore } from '#server/ops/backup/test-restore.ts';
import { CommandError, success } from '#server/ops/operator-command.ts';

import { readInstallation, runCommand, withOperatorContext } from './installation.ts';

const HELP = `
  npm run backup                        makes a backup in BACKUP_DIR (default: backups in DATA_DIR), and deletes those that
                                        are not needed: a day of hours, a week of days and four weeks are kept
  npm run backup -- --to FOLDER         the same in a folder of your choice; nothing is deleted
  npm run backup -- --list              what there is
  npm run backup -- --rehearse          restores the newest backup into the database whose name ends with _rehearsal,
                                        compares each table, checks the invariants in it, and empties it again;
                                        --file FOLDER for another backup

  Needs PostgreSQL and its client programs (pg_dump, pg_restore, psql) on PATH; the server keeps running. With BACKUP_KEY
  (32 characters or more) backups are encrypted. npm run restore restores them.
  The embedded database is copied with its folder, DATA_DIR, while the server is stopped.
`;

const OPTIONS = {
  to: { type: 'string' },
  list: { type: 'boolean' },
  rehearse: { type: 'boolean' },
  file: { type: 'string' },
} as const;

await runCommand(
  HELP,
  () => true,
  async () => {
    const { to, list, rehearse, file } = parseArgs({ options: OPTIONS }).values;
    const config = readInstallation();
    if (config.databaseUrl === null) throw new CommandError(embeddedBackupHelp(config));
    if (list) return success(await describeBackups(config));
    if (rehearse) return runTestRestore(config, file);
    return withOperatorContext((context) => runBackup(context, to ? [to] : []));
  },
);
