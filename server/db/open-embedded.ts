import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

import { guarded, type Database } from './client.ts';
import { holdFolder } from './single-process.ts';

const SETTINGS = ['shared_buffers=16MB', 'max_wal_size=64MB'];

/** PostgreSQL in this process: in a folder that only we hold, or in memory when the folder is null. */
export async function openEmbedded(folder: string | null, migrationsFolder: string): Promise<Database> {
  if (folder) await mkdir(folder, { recursive: true, mode: 0o700 });
  const hold = folder ? await holdFolder(folder) : null;
  const client = await PGlite.create({
    ...(folder ? { dataDir: path.join(folder, 'db') } : {}),
    postgresqlconf: SETTINGS,
  });
  const db = drizzle(client);
  return {
    db: guarded(db),
    embedded: true,
    migrate: () => migrate(db, { migrationsFolder }),
    close: async () => {
      await client.close();
      await hold?.release();
    },
  };
}
