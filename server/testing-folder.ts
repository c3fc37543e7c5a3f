/** A data folder that survives a killed process and is opened again. Used by tests only. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { inject, onTestFinished } from 'vitest';

import type { Database } from './db/client.ts';
import { openEmbedded } from './db/open-embedded.ts';
import { openPostgres } from './db/open-postgres.ts';
import { holdFolder } from './db/single-process.ts';
import { newPostgresDatabase } from '../scripts/test-postgres.ts';

export type TestFolder = {
  folder: string;
  /** URL of its own PostgreSQL database; empty: the embedded one in the folder. */
  postgres: string;
  open: () => Promise<Database>;
};

export async function openFolder(): Promise<TestFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-killed-'));
  const server = inject('postgres');
  const own = server ? await newPostgresDatabase(server) : null;
  onTestFinished(async () => {
    await rm(folder, { recursive: true, force: true });
    await own?.drop();
  });
  const open = async () => {
    if (own) return openPostgres(own.url, 'drizzle', () => undefined);
    const hold = await holdFolder(folder);
    const database = await openEmbedded(hold, 'drizzle');
    return { ...database, close: () => database.close().finally(hold.release) };
  };
  return { folder, postgres: own?.url ?? '', open };
}
