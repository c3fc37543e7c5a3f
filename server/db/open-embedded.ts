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

/** So long it works before everything else that is ready gets its turn. */
const SLICE_MS = 10;

const SETTINGS = ['shared_buffers=16MB', 'max_wal_size=64MB'];

/** PostgreSQL in this process: in a folder that this process holds, or in memory. */
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
 * It answers in the turn of the event loop in which it is asked: a dozen questions, one after the other, would keep looks
 * waiting that need none.
 */
export function leaveTurns(client: Pick<PGlite, 'execProtocolRaw'>): void {
  const slice = new LoopSlice(SLICE_MS);
  const exec = client.execProtocolRaw.bind(client);
  client.execProtocolRaw = async (message, options) => {
    if (!slice.isLeft()) await nextTurn();
    return slice.spend(() => exec(message, options));
  };
}

/** A message is heard within the query that commits it. */
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
