import { existsSync } from 'node:fs';
import path from 'node:path';

import { eq } from 'drizzle-orm';
import { z } from 'zod';

import { ConfigError, readConfig, type Config } from '#server/core/config.ts';
import { openSecrets } from '#server/core/secrets.ts';
import type { Database, Db } from '#server/db/client.ts';
import { EmbeddedDatabaseUnusable } from '#server/db/database-errors.ts';
import { FolderInUse, lockFolder } from '#server/db/folder-lock.ts';
import { MIGRATIONS_FOLDER } from '#server/db/migrations.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import {
  CommandError,
  type CommandOutput,
  type OperatorCommand,
  type OperatorContext,
} from '#server/ops/operator-command.ts';

type Arguments = readonly string[];

/**
 * Runs a command: prints its result, or its error, and sets the exit code. Prints the help instead where it is asked for and
 * for arguments that the command does not accept; the latter are an error unless there are none.
 */
export async function runCommand(
  help: string,
  accepts: (args: Arguments) => boolean,
  run: (args: Arguments) => Promise<CommandOutput>,
): Promise<void> {
  // Files that a command writes are readable by their owner only.
  process.umask(0o077);
  const args = process.argv.slice(2);
  const isHelpRequested = args[0] === 'help' || args.includes('--help');
  if (isHelpRequested || !accepts(args)) {
    console.log(help);
    process.exitCode = isHelpRequested || args.length === 0 ? 0 : 1;
    return;
  }
  try {
    const { text, good } = await run(args);
    console.log(text);
    process.exitCode = good ? 0 : 1;
  } catch (error) {
    console.error(isForOperator(error) ? error.message : error);
    process.exitCode = 1;
  }
}

/** Whether the message of an error is written for operators. */
const isForOperator = (error: unknown): error is Error =>
  [ConfigError, CommandError, EmbeddedDatabaseUnusable].some((errorClass) => error instanceof errorClass);

/** Runs a command on the database of the installation; see `runCommand`. */
export const runOperatorCommand = (
  help: string,
  accepts: (args: Arguments) => boolean,
  command: OperatorCommand,
): Promise<void> => runCommand(help, accepts, (args) => withOperatorContext((context) => command(context, args)));

export const withOperatorContext = <T>(work: (context: OperatorContext) => Promise<T>): Promise<T> =>
  withInstallation(async (config, { db }) => {
    const [secrets, now] = [await openSecrets(config), await businessClock(config)];
    // A running app polls the rows of its queues every second.
    const wake = () => undefined;
    return work({ config, secrets, db, mode: config.mode, now, realNow: () => new Date(), wake });
  });

const Clock = z.object({ now: z.iso.datetime() });

/** The sandbox clock in sandbox mode, when a running app provides it. */
async function businessClock({ mode, sandboxUrl, port }: Config): Promise<() => Date> {
  if (mode !== 'sandbox') return () => new Date();
  try {
    const response = await fetch(`${sandboxUrl ?? `http://localhost:${port}`}/sandbox/clock.json`);
    const offsetMs = new Date(Clock.parse(await response.json()).now).getTime() - Date.now();
    return () => new Date(Date.now() + offsetMs);
  } catch {
    return () => new Date();
  }
}

const HINT =
  'Run the command with the server’s settings, for example those in its environment file. See docs/operations.md.';

/**
 * The settings of an operator's command. Without DATABASE_URL the embedded database of DATA_DIR must exist: a command must
 * never create an empty one and report on that. Throws ConfigError, CommandError.
 */
export function readInstallation(): Config {
  const config = readConfig();
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, 'db')))
    throw new CommandError(
      `There is no installation in ${path.resolve(config.dataDir)}, and DATABASE_URL isn’t set. ${HINT}`,
    );
  return config;
}

/**
 * Opens the database of the installation for a command: PostgreSQL at any time, the embedded database only while the server
 * is stopped. Throws ConfigError, CommandError.
 */
export async function withInstallation<T>(work: (config: Config, database: Database) => Promise<T>): Promise<T> {
  const config = readInstallation();
  const folderLock = config.databaseUrl === null ? await lockStoppedInstallation(config.dataDir) : null;
  const database = config.databaseUrl
    ? openPostgres(config.databaseUrl, MIGRATIONS_FOLDER, () => undefined)
    : await openEmbedded(folderLock, MIGRATIONS_FOLDER);
  try {
    if (database.embedded) await database.migrate();
    await checkMode(database.db, config);
    return await work(config, database);
  } finally {
    await database.close();
    await folderLock?.release();
  }
}

const lockStoppedInstallation = (folder: string) =>
  lockFolder(folder).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error;
    throw new CommandError(
      `The server is using ${folder}, and only one process can use the embedded database. Stop the server, run this command, and start the server again. With PostgreSQL (DATABASE_URL), commands also work while the server is running.`,
    );
  });

/** Throws CommandError when sellers take live money in this database, but the command has no live key. */
export async function checkMode(db: Db, { mode }: Config): Promise<void> {
  if (mode === 'live') return;
  const live = await db
    .select({ id: providerAccounts.id })
    .from(providerAccounts)
    .where(eq(providerAccounts.mode, 'live'))
    .limit(1);
  if (live.length > 0)
    throw new CommandError(
      `This database is used for live payments, but STRIPE_SECRET_KEY ${mode === 'sandbox' ? 'isn’t set' : 'is a test key'}. ${HINT}`,
    );
}
