import { pino } from 'pino';

import { openShop } from '../server/app.ts';
import { configFrom } from '../server/config.ts';
import type { Db } from '../server/db/client.ts';
import { openEmbedded } from '../server/db/open-embedded.ts';
import { openPostgres } from '../server/db/open-postgres.ts';
import { holdFolder } from '../server/db/single-process.ts';
import { openSecrets } from '../server/secrets.ts';

const LEASE_MS = 61_000;

export type Books = { db: Db; settled: () => Promise<void>; close: () => Promise<void> };

type Place = {
  /** Null: the shop stands on the embedded database of `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  env: Readonly<Record<string, string>>;
  stopShop: () => Promise<unknown>;
};

/** The books of a shop that runs elsewhere, or that is started a last time in this process. */
export async function booksOf(world: Place): Promise<Books> {
  if (world.databaseUrl) {
    const { db, close } = openPostgres(world.databaseUrl, 'drizzle', () => undefined);
    return { db, settled: () => new Promise((resolve) => setTimeout(resolve, 2000)), close };
  }
  await world.stopShop();
  const config = configFrom({ ...world.env, DATA_DIR: world.dataDir });
  const database = await openEmbedded(await holdFolder(world.dataDir), 'drizzle');
  const shop = openShop({
    config,
    secrets: await openSecrets(config),
    database,
    log: pino({ level: 'error' }),
    sandboxFile: null,
    pagesEntry: null,
    // Whatever a process that was killed had taken is free again.
    realNow: () => new Date(Date.now() + LEASE_MS),
  });
  const settled = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await shop.settled();
  };
  return { db: shop.context.db, settled, close: shop.close };
}
