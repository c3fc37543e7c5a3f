// npm run restore: restores a backup into an empty database or replaces the existing data.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import { backupFile } from '#server/backup/backup-folder.ts';
import { BackupRefused } from '#server/backup/backup-refused.ts';
import { syncTree } from '#server/backup/durable-file.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { refuseWhileUsed } from '#server/backup/others-connected.ts';
import { restoreBackup, type RestoreWishes } from '#server/backup/restore-backup.ts';
import { ConfigError, readConfig, type Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { FolderInUse, holdFolder } from '#server/db/single-process.ts';
import { isBroken } from '#server/invariants/check-invariants.ts';
import { openSecrets } from '#server/secrets.ts';

const HELP = `
  npm run restore -- FILE                    into an empty database: PostgreSQL where DATABASE_URL is set, else the
                                             embedded one of DATA_DIR
  npm run restore -- FILE --replace          in place of what is there, of which a backup is made first
  npm run restore -- FILE --other-secrets    although what is sealed in the rows can be read by nobody then

  Stop the shop first: while anybody else uses the database it is refused. A backup that is broken, cut off, foreign or newer is refused before anything is changed, and
  rows come all or not at all. Afterwards start the shop: it asks the provider for everything since the backup.
`;
const MIGRATIONS = path.join(import.meta.dirname, '../drizzle');
const SURE = 'replace';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    replace: { type: 'boolean', default: false },
    /** Confirms in advance, for runs without a terminal. */
    yes: { type: 'boolean', default: false },
    'other-secrets': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const openDatabase = async ({ databaseUrl, dataDir }: Config): Promise<Database> => {
  if (databaseUrl) {
    await refuseWhileUsed(databaseUrl);
    return openPostgres(databaseUrl, MIGRATIONS, () => undefined);
  }
  const hold = await holdFolder(dataDir);
  const database = await openEmbedded(hold, MIGRATIONS).catch((cause: unknown) => {
    throw new BackupRefused(
      `The embedded database in ${path.join(dataDir, 'db')} cannot be opened. Move that folder aside and try again.`,
      { cause },
    );
  });
  const close = async () => {
    await database.close();
    await syncTree(path.join(dataDir, 'db'));
    await hold.release();
  };
  return { ...database, close };
};

async function isSure(): Promise<boolean> {
  if (values.yes) return true;
  if (!process.stdin.isTTY) return false;
  const asked = createInterface({ input: process.stdin, output: process.stdout });
  const word = await asked.question(`Everything in the database is replaced. Type “${SURE}” to go on: `);
  asked.close();
  return word.trim() === SURE;
}

/** Backs up the data that will be replaced. */
async function keepWhatIsThere(config: Config, database: Database): Promise<void> {
  const [now, secrets] = [() => new Date(), await openSecrets(config)];
  const file = backupFile(config, now(), 'before-restore');
  const context = { config, secrets, db: database.db, mode: config.mode, now, realNow: now };
  try {
    await makeBackup(context, file);
    console.log(`  What was there is kept in ${file}`);
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
  }
}

async function restore(wishes: RestoreWishes): Promise<void> {
  const config = readConfig();
  const database = await openDatabase(config);
  const started = performance.now();
  try {
    if (wishes.replace) await keepWhatIsThere(config, database);
    const { manifest, findings } = await restoreBackup(config, database, wishes);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `  The shop is as it was at ${manifest.madeAt}: ${rows} rows, each as it was, in ${seconds} s.`,
    );
    const broken = findings.filter(isBroken);
    for (const { name, holds, count, error } of broken)
      console.log(`  BROKEN  ${name}: ${holds} ${error ?? `${count} times`}`);
    if (broken.length === 0) console.log(`  All ${findings.length} invariants hold.`);
    console.log(
      '  Start the shop: it catches up with the provider by itself. npm run doctor says what is left to do.',
    );
  } finally {
    await database.close();
  }
}

const wordsFor = (error: unknown): unknown => {
  if (error instanceof FolderInUse) return `${error.message.split('. ')[0]}. Stop the shop first.`;
  return error instanceof ConfigError || error instanceof BackupRefused ? error.message : error;
};

process.umask(0o077);
const [file] = positionals;
if (values.help || file === undefined) {
  console.log(HELP);
  process.exit(values.help ? 0 : 1);
}
try {
  if (!existsSync(file)) throw new BackupRefused(`There is no file ${file}.`);
  if (values.replace && !(await isSure()))
    throw new BackupRefused(`Nothing was changed. (--yes where nobody can be asked.)`);
  await restore({ file, replace: values.replace, otherSecrets: values['other-secrets'] });
  process.exit(0);
} catch (error) {
  console.error(wordsFor(error));
  process.exit(1);
}
