import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

import { LoopSlice } from '#server/loop-slice.ts';

import { guarded, type Database } from './client.ts';
import { ALWAYS_HERE } from './pulse.ts';
import { PAGE_CHANGES, type Ears, type Listening } from './page-changes.ts';
import { schemaAgeOf } from './schema-age.ts';
import type { FolderHold } from './single-process.ts';

/** Time per event-loop tick for queries before other ready work runs. */
const SLICE_MS = 10;

const SETTINGS = ['shared_buffers=16MB', 'max_wal_size=64MB'];

/** PostgreSQL in this process (PGlite): in a folder that this process has locked, or in memory. */
export async function openEmbedded(hold: FolderHold | null, migrationsFolder: string): Promise<Database> {
  const client = await PGlite.create({
    ...(hold ? { dataDir: path.join(hold.folder, 'db') } : {}),
    postgresqlconf: SETTINGS,
  });
  leaveTurns(client);
  const db = drizzle(client);
  const handle = guarded(db);
  return {
    db: handle,
    reserved: handle,
    pulse: ALWAYS_HERE,
    embedded: true,
    migrate: async () => {
      await migrate(db, { migrationsFolder });
      return schemaAgeOf(db, migrationsFolder);
    },
    listen: (ears) => listenEmbedded(client, ears),
    pools: null,
    close: () => client.close(),
  };
}

/**
 * Makes PGlite yield to the event loop. It answers within the tick of the query: a dozen consecutive queries would delay
 * requests that need no query.
 */
export function leaveTurns(client: Pick<PGlite, 'execProtocolRaw'>): void {
  const slice = new LoopSlice(SLICE_MS);
  const exec = client.execProtocolRaw.bind(client);
  client.execProtocolRaw = async (message, options) => {
    if (!slice.isLeft()) await nextTurn();
    return slice.spend(() => exec(message, options));
  };
}

/** Notifications arrive within the query that commits them. */
export function listenEmbedded(client: PGlite, ears: Ears): Listening {
  const listening = client.listen(PAGE_CHANGES, ears.hear).then((stop) => {
    ears.connected();
    return stop;
  });
  return {
    caughtUp: async () => void (await listening),
    close: async () => (await listening)(),
  };
}
