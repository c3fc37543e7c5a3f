// npm run restore: restores a backup into an empty database or replaces the existing data.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import pg from 'pg';

import { ConfigError, readConfig, type Config } from '#server/core/config.ts';
import { openSecrets } from '#server/core/secrets.ts';
import type { Database } from '#server/db/client.ts';
import { FolderInUse, lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { BackupError } from '#server/ops/backup/backup-error.ts';
import { backupFile } from '#server/ops/backup/backup-folder.ts';
import { syncTree } from '#server/ops/backup/durable-file.ts';
import { makeBackup } from '#server/ops/backup/make-backup.ts';
import { restoreBackup, type RestoreOptions } from '#server/ops/backup/restore-backup.ts';
import { isViolated } from '#server/ops/invariants/check-invariants.ts';

const CONNECT_TIMEOUT_MS = 5000;

/** Few roles may see other connections; those without a user belong to the server. */
const OTHER_CONNECTIONS_SQL = `select coalesce(nullif(application_name, ''), 'somebody') as name, host(client_addr) as address
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
    and coalesce(backend_type, 'client backend') = 'client backend'`;

/** Throws BackupError while others are connected to a PostgreSQL database; call it before opening own connections. */
async function assertNoOtherConnections(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; address: string | null }>(OTHER_CONNECTIONS_SQL);
    if (rows.length === 0) return;
    const names = new Set(rows.map(({ name, address }) => (address ? `${name} from ${address}` : name)));
    const subject = rows.length === 1 ? 'connection to this database is' : 'connections to this database are';
    throw new BackupError(
      `${rows.length} other ${subject} open (${[...names].join(', ')}). Stop every process of the shop, and whatever else is connected, then try again.`,
    );
  } finally {
    await client.end();
  }
}

const HELP = `
  npm run restore -- FILE                    into an empty database: PostgreSQL where DATABASE_URL is set, else the
                                             embedded one of DATA_DIR
  npm run restore -- FILE --replace          in place of what is there, of which a backup is made first
  npm run restore -- FILE --other-secrets    although what is sealed in the rows can be read by nobody then

  Stop the shop first: while anybody else uses the database it is refused. A backup that is broken, cut off, foreign or newer is refused before anything is changed, and
  rows come all or not at all. Afterwards start the shop: it asks the provider for everything since the backup.
`;
const MIGRATIONS = path.join(import.meta.dirname, '../../../drizzle');
const CONFIRMATION_WORD = 'replace';

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
    await assertNoOtherConnections(databaseUrl);
    return openPostgres(databaseUrl, MIGRATIONS, () => undefined);
  }
  const folderLock = await lockFolder(dataDir);
  const database = await openEmbedded(folderLock, MIGRATIONS).catch((cause: unknown) => {
    throw new BackupError(
      `The embedded database in ${path.join(dataDir, 'db')} cannot be opened. Move that folder aside and try again.`,
      { cause },
    );
  });
  const close = async () => {
    await database.close();
    await syncTree(path.join(dataDir, 'db'));
    await folderLock.release();
  };
  return { ...database, close };
};

async function confirmReplace(): Promise<boolean> {
  if (values.yes) return true;
  if (!process.stdin.isTTY) return false;
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const input = await prompt.question(`Everything in the database is replaced. Type “${CONFIRMATION_WORD}” to go on: `);
  prompt.close();
  return input.trim() === CONFIRMATION_WORD;
}

/** Backs up the data that will be replaced. */
async function backUpExisting(config: Config, database: Database): Promise<void> {
  const [now, secrets] = [() => new Date(), await openSecrets(config)];
  const file = backupFile(config, now(), 'before-restore');
  const context = { config, secrets, db: database.db, mode: config.mode, now, realNow: now };
  try {
    await makeBackup(context, file);
    console.log(`  What was there is kept in ${file}`);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
  }
}

async function restore(options: RestoreOptions): Promise<void> {
  const config = readConfig();
  const database = await openDatabase(config);
  const started = performance.now();
  try {
    if (options.replace) await backUpExisting(config, database);
    const { manifest, findings } = await restoreBackup(config, database, options);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`  The shop is as it was at ${manifest.madeAt}: ${rows} rows, each as it was, in ${seconds} s.`);
    const broken = findings.filter(isViolated);
    for (const { name, description: holds, count, error } of broken)
      console.log(`  BROKEN  ${name}: ${holds} ${error ?? `${count} times`}`);
    if (broken.length === 0) console.log(`  All ${findings.length} invariants hold.`);
    console.log('  Start the shop: it catches up with the provider by itself. npm run doctor says what is left to do.');
  } finally {
    await database.close();
  }
}

const errorMessage = (error: unknown): unknown => {
  if (error instanceof FolderInUse) return `${error.message.split('. ')[0]}. Stop the shop first.`;
  return error instanceof ConfigError || error instanceof BackupError ? error.message : error;
};

process.umask(0o077);
const [file] = positionals;
if (values.help || file === undefined) {
  console.log(HELP);
  process.exit(values.help ? 0 : 1);
}
try {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  if (values.replace && !(await confirmReplace()))
    throw new BackupError(`Nothing was changed. (--yes where nobody can be asked.)`);
  await restore({ file, replace: values.replace, ignoreSecrets: values['other-secrets'] });
  process.exit(0);
} catch (error) {
  console.error(errorMessage(error));
  process.exit(1);
}
