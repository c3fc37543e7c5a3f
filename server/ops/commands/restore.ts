// npm run restore: restores a backup into an empty database or replaces the existing data.
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import { plural } from '#content/messages/plural.ts';
import { readConfig, type Config } from '#server/core/config.ts';
import { openSecrets } from '#server/core/secrets.ts';
import { verifyBackedUpFiles } from '#server/ops/backup/backup-files.ts';
import { newBackupFolder } from '#server/ops/backup/backup-folder.ts';
import { embeddedBackupHelp, makeBackup } from '#server/ops/backup/make-backup.ts';
import { BackupError, countRows, NOTHING_TO_BACK_UP, readManifest } from '#server/ops/backup/manifest.ts';
import { withClient } from '#server/ops/backup/postgres-tools.ts';
import {
  describeViolations,
  restoreBackup,
  restoreMissingFiles,
  type Restored,
} from '#server/ops/backup/restore-backup.ts';
import { failure, success, type CommandOutput } from '#server/ops/operator-command.ts';

import { runCommand } from './installation.ts';

/** Few roles may see other connections; those without a user belong to the server. */
const OTHER_CONNECTIONS_SQL = `select coalesce(nullif(application_name, ''), 'unnamed') as name, host(client_addr) as address
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
    and coalesce(backend_type, 'client backend') = 'client backend'`;

/** Throws BackupError while others are connected to the database; call it before opening own connections. */
const assertNoOtherConnections = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string; address: string | null }>(OTHER_CONNECTIONS_SQL);
    if (rows.length === 0) return;
    const names = new Set(rows.map(({ name, address }) => (address ? `${name} from ${address}` : name)));
    const list = [...names].join(', ');
    const openConnections = plural(rows.length, {
      one: `1 other connection to this database is open (${list}).`,
      other: `${rows.length} other connections to this database are open (${list}).`,
    });
    throw new BackupError(
      `${openConnections} Stop every server process and anything else that is connected, then try again.`,
    );
  });

const HELP = `
  npm run restore -- FOLDER                    restores a backup into an empty PostgreSQL database (DATABASE_URL)
  npm run restore -- FOLDER --replace          replaces existing data, after making a backup of it
  npm run restore -- FOLDER --other-secrets    restores even if encrypted values can never be read again
  npm run restore -- FOLDER --only-files       restores only the files of pages that are missing; the server can keep running

  Stop the server first: the command doesn’t run while anything else is connected to the database. A backup that is damaged,
  incomplete, from another mode, or from a newer version changes nothing. All rows are restored and compared in one
  transaction. Then start the server: it fetches everything since the backup from Stripe.
`;
const CONFIRMATION_WORD = 'replace';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    replace: { type: 'boolean', default: false },
    /** Confirms in advance, for runs without a terminal. */
    yes: { type: 'boolean' },
    'other-secrets': { type: 'boolean', default: false },
    'only-files': { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});

async function confirmReplace(): Promise<boolean> {
  if (values.yes) return true;
  if (!process.stdin.isTTY) return false;
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const input = await prompt.question(
    `This replaces all data in the database. Type “${CONFIRMATION_WORD}” to continue: `,
  );
  prompt.close();
  return input.trim() === CONFIRMATION_WORD;
}

/** Backs up the data that will be replaced. */
async function backUpExisting(config: Config): Promise<void> {
  const [now, secrets] = [() => new Date(), await openSecrets(config)];
  const folder = newBackupFolder(config, now(), 'before-restore');
  try {
    // A restore replaces no file.
    const context = { config, secrets, mode: config.mode, now, realNow: now };
    await makeBackup(context, folder, { withFiles: false });
    console.log(`  Backed up the previous data to ${folder}`);
  } catch (error) {
    if (!(error instanceof BackupError) || error.message !== NOTHING_TO_BACK_UP) throw error;
  }
}

/** The files that were stored again, and those that are still missing. */
const describeFiles = ({ restoredFiles, missingFiles }: Pick<Restored, 'restoredFiles' | 'missingFiles'>): string[] => [
  `  Files that pages deliver: ${restoredFiles} restored, all others unchanged.`,
  ...(missingFiles > 0 ? [`  MISSING: ${missingFiles} files. Run npm run doctor to see which.`] : []),
];

async function restoreOnlyFiles(config: Config, databaseUrl: string, folder: string): Promise<CommandOutput> {
  const { manifest } = await readManifest(folder);
  await verifyBackedUpFiles(config, folder, manifest.delivery);
  const restored = await restoreMissingFiles(config, databaseUrl, folder);
  return { text: describeFiles(restored).join('\n'), good: restored.missingFiles === 0 };
}

async function restore(): Promise<CommandOutput> {
  const [folder] = positionals;
  if (folder === undefined) return failure(HELP);
  const { replace, 'other-secrets': ignoreSecrets } = values;
  const config = readConfig();
  if (config.databaseUrl === null) throw new BackupError(embeddedBackupHelp(config));
  if (values['only-files']) return restoreOnlyFiles(config, config.databaseUrl, folder);
  await assertNoOtherConnections(config.databaseUrl);
  await readManifest(folder);
  if (replace && !(await confirmReplace()))
    throw new BackupError('Nothing was changed. To confirm without a prompt, add --yes.');
  const started = performance.now();
  if (replace) await backUpExisting(config);
  const restored = await restoreBackup(config, { folder, replace, ignoreSecrets });
  const { manifest, findings } = restored;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const violations = describeViolations(findings);
  return success(
    [
      `  Restored the backup made at ${manifest.madeAt}: ${countRows(manifest)} rows, all unchanged, in ${seconds} s.`,
      ...describeFiles(restored),
      ...violations,
      ...(violations.length === 0 ? [`  All ${findings.length} invariants hold.`] : []),
      '  Now start the server. It catches up with Stripe automatically. To see what else to do, run npm run doctor.',
    ].join('\n'),
  );
}

await runCommand(HELP, () => true, restore);
