/** A data folder that survives a killed process and is opened again. Used by tests only. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { inject, onTestFinished } from 'vitest';

import { newPostgresDatabase } from '../../scripts/test-postgres.ts';
import type { Database } from '../db/client.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { openEmbedded } from '../db/open-embedded.ts';
import { openPostgres } from '../db/open-postgres.ts';

type TestFolder = {
  folder: string;
  /** URL of its own PostgreSQL database; empty: the embedded one in the folder. */
  postgres: string;
  open: () => Promise<Database>;
};

export async function createTestFolder(): Promise<TestFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-killed-'));
  const server = inject('postgres');
  const postgresDatabase = server ? await newPostgresDatabase(server) : null;
  onTestFinished(async () => {
    await rm(folder, { recursive: true, force: true });
    await postgresDatabase?.drop();
  });
  const open = async () => {
    if (postgresDatabase) return openPostgres(postgresDatabase.url, 'drizzle', () => undefined);
    const folderLock = await lockFolder(folder);
    const database = await openEmbedded(folderLock, 'drizzle');
    return { ...database, close: () => database.close().finally(folderLock.release) };
  };
  return { folder, postgres: postgresDatabase?.url ?? '', open };
}
