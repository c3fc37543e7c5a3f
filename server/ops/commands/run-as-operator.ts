import path from 'node:path';

import { z } from 'zod';

import type { Config } from '#server/core/config.ts';
import { openSecrets } from '#server/core/secrets.ts';
import type { Database } from '#server/db/client.ts';
import { FolderInUse, lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { makeBackupBeforeMigration } from '#server/ops/backup/hourly-backups.ts';
import type { OperatorCommand, CommandOutput } from '#server/ops/operator-command.ts';
import { operatorProof } from '#server/ops/operator-proof.ts';
import type { OperatorRequest } from '#server/ops/operator-routes.ts';

import { checkMode, printedError, readInstallation } from './installation.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../../drizzle');
type CommandOptions = {
  /** Timeout of a command in the running app. */
  timeoutMs?: number;
  /** False: uses the database without migrating it. */
  migrates?: boolean;
};

/** Runs a command here when the database can be shared, otherwise in the app that holds it; prints the result. */
export async function runAsOperator(
  name: string,
  command: OperatorCommand,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<void> {
  // Files of the data folder are readable by their owner only.
  process.umask(0o077);
  try {
    const { text, good } = await runCommand(readInstallation(), { name, command, args, options });
    console.log(text);
    process.exitCode = good ? 0 : 1;
  } catch (error) {
    console.error(printedError(error));
    process.exitCode = 1;
  }
}

type CommandCall = {
  name: string;
  command: OperatorCommand;
  args: readonly string[];
  options: CommandOptions;
};

async function runCommand(config: Config, { name, command, args, options }: CommandCall): Promise<CommandOutput> {
  const { timeoutMs = 60_000, migrates = true } = options;
  const database = await openDatabase(config, migrates);
  if (!database) return runInApp(config, name, args, timeoutMs);
  try {
    await checkMode(database.db, config);
    const secrets = await openSecrets(config);
    const now = await businessClock(config);
    const realNow = () => new Date();
    // A running app polls the same rows every second.
    const wake = () => undefined;
    return await command({ config, secrets, db: database.db, mode: config.mode, now, realNow, wake }, args);
  } finally {
    await database.close();
  }
}

/** Null while a running app holds the embedded database. */
async function openDatabase(config: Config, migrates: boolean): Promise<Database | null> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) return openPostgres(databaseUrl, MIGRATIONS, () => undefined);
  try {
    const folderLock = await lockFolder(dataDir);
    const database = await openEmbedded(folderLock, MIGRATIONS);
    if (migrates) await backUpAndMigrate(config, database);
    return { ...database, close: () => database.close().finally(folderLock.release) };
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    throw error;
  }
}

/** Backs up and migrates the database like a server start. */
async function backUpAndMigrate(config: Config, database: Database): Promise<void> {
  const [secrets, now] = [await openSecrets(config), () => new Date()];
  await makeBackupBeforeMigration({ config, secrets, db: database.db, mode: config.mode, now, realNow: now });
  await database.migrate();
}

const CommandResponse = z.object({ text: z.string(), good: z.boolean() });

async function runInApp(
  config: Config,
  name: string,
  args: readonly string[],
  timeoutMs: number,
): Promise<CommandOutput> {
  const proof = operatorProof(await openSecrets(config), name, new Date());
  const response = await fetch(`http://localhost:${config.port}/operator/${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${proof}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ words: [...args] } satisfies OperatorRequest),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new Error(`The shop holds its database and does not answer at port ${config.port}: is PORT set?`, {
      cause,
    });
  });
  if (!response.ok) throw new Error(`The shop answered ${response.status}`);
  return CommandResponse.parse(await response.json());
}

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
