// npm run backup: makes, lists and tests backups.
import { parseArgs } from 'node:util';

import { runBackup, describeBackups } from '#server/ops/backup/backup-command.ts';
import { embeddedBackupHelp } from '#server/ops/backup/make-backup.ts';
import { runTestRestore } from '#server/ops/backup/test-restore.ts';

import { InstallationError, printedError, readInstallation } from './installation.ts';
import { runAsOperator } from './run-as-operator.ts';

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

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    list: { type: 'boolean', default: false },
    rehearse: { type: 'boolean', default: false },
    file: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

async function run(): Promise<void> {
  const config = readInstallation();
  if (config.databaseUrl === null) throw new InstallationError(embeddedBackupHelp(config));
  if (!values.list && !values.rehearse) return runAsOperator(runBackup, values.to ? [values.to] : []);
  const { text, good } = values.list
    ? { text: await describeBackups(config), good: true }
    : await runTestRestore(config, values.file);
  console.log(text);
  process.exitCode = good ? 0 : 1;
}

process.umask(0o077);
if (values.help) console.log(HELP);
else
  await run().catch((error: unknown) => {
    console.error(printedError(error));
    process.exitCode = 1;
  });
