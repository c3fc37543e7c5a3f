import { statfs } from 'node:fs/promises';
import path from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

import { PAGE_CHANGES_CHANNEL, type ChangeListener, type ChangeSubscription } from './change-listener.ts';
import { guardTransactions, type Database } from './client.ts';
import { EmbeddedDatabaseUnusable } from './database-errors.ts';
import { ALWAYS_AVAILABLE } from './db-health.ts';
import type { FolderLock } from './folder-lock.ts';
import { readSchemaState } from './migrations.ts';

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
