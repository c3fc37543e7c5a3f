import { existsSync } from 'node:fs';
import path from 'node:path';

import { eq } from 'drizzle-orm';

import { ConfigError, readConfig, type Config } from '#server/core/config.ts';
import type { Db } from '#server/db/client.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';

/** The settings of this command belong to no installation, or to another mode of it; the message says what to set. */
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
  error instanceof ConfigError || error instanceof InstallationError ? error.message : error;
