import { pino } from 'pino';

import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/core/config.ts';
import { openSecrets } from '#server/core/secrets.ts';
import type { Db } from '#server/db/client.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';

import { openAppDatabase } from '../lib/postgres.ts';

const LEASE_MS = 61_000;

export type LedgerConnection = { db: Db; waitUntilIdle: () => Promise<void>; close: () => Promise<void> };

type LedgerLocation = {
  /** Null: the app uses the embedded database in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  env: Readonly<Record<string, string>>;
  stopApp: () => Promise<unknown>;
};

/** Opens the ledger of an app that runs elsewhere, or starts the app one last time in this process. */
export async function openLedger(location: LedgerLocation): Promise<LedgerConnection> {
  if (location.databaseUrl) {
    const { db, close } = openAppDatabase(location.databaseUrl);
    return { db, waitUntilIdle: () => new Promise((resolve) => setTimeout(resolve, 2000)), close };
  }
  await location.stopApp();
  const config = parseConfig({ ...location.env, DATA_DIR: location.dataDir });
  const database = await openEmbedded(await lockFolder(location.dataDir), 'drizzle');
  const app = createApp({
    config,
    secrets: await openSecrets(config),
    database,
    log: pino({ level: 'error' }),
    sandboxFile: null,
    pagesEntry: null,
    // Releases the claims of a killed process.
    realNow: () => new Date(Date.now() + LEASE_MS),
  });
  const waitUntilIdle = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await app.waitUntilIdle();
  };
  return { db: app.context.db, waitUntilIdle, close: app.close };
}
