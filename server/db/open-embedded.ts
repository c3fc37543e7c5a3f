import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

import { TickBudget } from '#server/core/tick-budget.ts';

import { PAGE_CHANGES_CHANNEL, type ChangeListener, type ChangeSubscription } from './change-listener.ts';
import { guardTransactions, type Database } from './client.ts';
import { EmbeddedDatabaseUnusable } from './database-unreachable.ts';
import { ALWAYS_AVAILABLE } from './db-health.ts';
import type { FolderLock } from './folder-lock.ts';
import { readSchemaState } from './migrations.ts';

/** Time per event-loop tick for queries before other ready work runs. */
const TICK_BUDGET_MS = 10;

const POSTGRES_SETTINGS = ['shared_buffers=16MB', 'max_wal_size=64MB'];

async function openFolder(folder: string): Promise<PGlite> {
  try {
    return await PGlite.create({ dataDir: path.join(folder, 'db'), postgresqlconf: POSTGRES_SETTINGS });
  } catch (error) {
    const { bavail, bsize } = await statfs(folder);
    throw new EmbeddedDatabaseUnusable(path.join(folder, 'db'), Math.floor((bavail * bsize) / 2 ** 20), error);
  }
}

/** PostgreSQL in this process (PGlite): in a folder that this process has locked, or in memory. */
export async function openEmbedded(folderLock: FolderLock | null, migrationsFolder: string): Promise<Database> {
  const client = folderLock
    ? await openFolder(folderLock.folder)
    : await PGlite.create({ postgresqlconf: POSTGRES_SETTINGS });
  yieldEventLoop(client);
  const db = drizzle(client);
  const handle = guardTransactions(db);
  return {
    db: handle,
    reserved: handle,
    dbHealth: ALWAYS_AVAILABLE,
    embedded: true,
    migrate: async () => {
      await migrate(db, { migrationsFolder });
      return readSchemaState(db, migrationsFolder);
    },
    listen: (listener) => listenEmbedded(client, listener),
    pools: null,
    close: () => client.close(),
  };
}

/**
 * Makes PGlite yield to the event loop. It answers within the tick of the query: a dozen consecutive queries would delay
 * requests that need no query.
 */
export function yieldEventLoop(client: Pick<PGlite, 'execProtocolRaw'>): void {
  const budget = new TickBudget(TICK_BUDGET_MS);
  const exec = client.execProtocolRaw.bind(client);
  client.execProtocolRaw = async (message, options) => {
    if (!budget.hasRemaining()) await nextTurn();
    return budget.run(() => exec(message, options));
  };
}

/** Notifications arrive within the query that commits them. */
export function listenEmbedded(client: PGlite, listener: ChangeListener): ChangeSubscription {
  const stopListening = client.listen(PAGE_CHANGES_CHANNEL, listener.onChange).then((unlisten) => {
    listener.onConnected();
    return unlisten;
  });
  return {
    waitForReplication: async () => void (await stopListening),
    close: async () => (await stopListening)(),
  };
}
