// npm run backup: makes, lists and verifies backups.
import { parseArgs } from 'node:util';

import { runBackup, describeBackups } from '#server/ops/backup/backup-command.ts';
import { runTestRestore } from '#server/ops/backup/test-restore.ts';

import { printedError, readInstallation } from './installation.ts';
import { runAsOperator } from './run-as-operator.ts';

const HELP = `
  npm run backup                        makes a backup in BACKUP_DIR (left out: backups in DATA_DIR), and forgets those
                                        that are not needed: a day of hours, a week of days and four weeks are kept
  npm run backup -- --to FILE           the same in a file of your choice; nothing is forgotten
  npm run backup -- --list              what there is
  npm run backup -- --rehearse          brings the newest back into a database of its own, which goes again, and asks
                                        whether the books hold together in it; --file FILE for another one

  Works while the shop runs. With BACKUP_KEY (32 characters or more) backups are sealed. They come back by
  npm run restore, into PostgreSQL or the embedded database, whichever they were made of.
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

if (values.help) console.log(HELP);
else if (!values.list && !values.rehearse) {
  await runAsOperator(runBackup, values.to ? [values.to] : []);
} else {
  try {
    const config = readInstallation();
    const output = values.list
      ? { text: await describeBackups(config), good: true }
      : await runTestRestore(config, values.file);
    console.log(output.text);
    process.exitCode = output.good ? 0 : 1;
  } catch (error) {
    console.error(printedError(error));
    process.exitCode = 1;
  }
}
