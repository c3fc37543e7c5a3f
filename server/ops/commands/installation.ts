import { existsSync } from 'node:fs';
import path from 'node:path';

import { eq } from 'drizzle-orm';

import { ConfigError, readConfig, type Config } from '#server/core/config.ts';
import type { Database, Db } from '#server/db/client.ts';
import { EmbeddedDatabaseUnusable } from '#server/db/database-errors.ts';
import { FolderInUse, lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';

export const MIGRATIONS = path.join(import.meta.dirname, '../../../drizzle');

/** A command cannot run with these settings or at this moment; the message says what to do. */
export class InstallationError extends Error {
  override name = 'InstallationError';
}

const HINT =
  'Run the command with the settings of the server, for example with those in its environment file, as docs/operations.md shows.';

/**
 * The settings of an operator's command. Without DATABASE_URL the embedded database of DATA_DIR must exist: a command must
 * never create an empty one and report on that. Throws ConfigError, InstallationError.
 */
export function readInstallation(): Config {
  const config = readConfig();
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, 'db')))
    throw new InstallationError(
      `There is no installation in ${path.resolve(config.dataDir)}, and DATABASE_URL is not set. ${HINT}`,
    );
  return config;
}

/**
 * Opens the database of the installation for a command: PostgreSQL at any time, the embedded database only while the server
 * is stopped. Throws ConfigError, InstallationError.
 */
export async function withInstallation<T>(work: (config: Config, database: Database) => Promise<T>): Promise<T> {
  // Files of the data folder are readable by their owner only.
  process.umask(0o077);
  const config = readInstallation();
  const folderLock = config.databaseUrl === null ? await lockStoppedInstallation(config.dataDir) : null;
  const database = config.databaseUrl
    ? openPostgres(config.databaseUrl, MIGRATIONS, () => undefined)
    : await openEmbedded(folderLock, MIGRATIONS);
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
    throw new InstallationError(
      `The server is running on ${folder}, and only one process can use the embedded database. Stop the server, run this command, and start the server again. With PostgreSQL (DATABASE_URL), commands run at any time.`,
    );
  });

/** Throws InstallationError when sellers take live money in this database, but the command has no live key. */
export async function checkMode(db: Db, { mode }: Config): Promise<void> {
  if (mode === 'live') return;
  const live = await db
    .select({ id: providerAccounts.id })
    .from(providerAccounts)
    .where(eq(providerAccounts.mode, 'live'))
    .limit(1);
  if (live.length > 0)
    throw new InstallationError(
      `This database takes live payments, and STRIPE_SECRET_KEY is ${mode === 'sandbox' ? 'not set' : 'a test key'}. ${HINT}`,
    );
}

/** What a command prints of an error: the message where it is written for operators, the whole error otherwise. */
export const printedError = (error: unknown): unknown =>
  [ConfigError, InstallationError, EmbeddedDatabaseUnusable].some((errorClass) => error instanceof errorClass)
    ? (error as Error).message
    : error;
