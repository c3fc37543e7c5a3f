// npm run backup: makes, lists and tests backups.
import { parseArgs } from 'node:util';

import { describeBackups, runBackup } from '#server/ops/backup/backup-command.ts';
import { embeddedBackupHelp } from '#server/ops/backup/make-backup.ts';
import { runTestRestore } from '#server/ops/backup/test-restore.ts';
import { CommandError, success } from '#server/ops/operator-command.ts';

import { readInstallation, runCommand, withOperatorContext } from './installation.ts';

const HELP = `
  npm run backup                        makes a backup in BACKUP_DIR (default: backups in DATA_DIR) and deletes old ones;
                                        keeps hourly backups for a day, daily ones for a week, and the last four weekly ones
  npm run backup -- --to FOLDER         makes a backup in FOLDER and deletes nothing
  npm run backup -- --without-files     leaves out the files that pages deliver
  npm run backup -- --list              lists all backups
  npm run backup -- --rehearse          tests a restore: restores the newest backup into the database whose name ends in
                                        _rehearsal, compares every table, checks the invariants, and empties it again;
                                        --file FOLDER tests another backup

  Requires PostgreSQL and its client programs (pg_dump, pg_restore, psql) on PATH. The server can keep running. Set
  BACKUP_KEY (at least 32 random characters) to encrypt backups. To restore a backup, use npm run restore. Files that pages
  deliver are copied once: later backups have hard links to them, which take no space.
  To back up the embedded database, stop the server and copy its folder, DATA_DIR.
`;

const OPTIONS = {
  to: { type: 'string' },
  'without-files': { type: 'boolean', default: false },
  list: { type: 'boolean' },
  rehearse: { type: 'boolean' },
  file: { type: 'string' },
} as const;

await runCommand(
  HELP,
  () => true,
  async () => {
    const { to, list, rehearse, file, 'without-files': withoutFiles } = parseArgs({ options: OPTIONS }).values;
    const config = readInstallation();
    if (config.databaseUrl === null) throw new CommandError(embeddedBackupHelp(config));
    if (list) return success(await describeBackups(config));
    if (rehearse) return runTestRestore(config, file);
    return withOperatorContext((context) => runBackup(context, { to, withFiles: !withoutFiles }));
  },
);
