import path from 'node:path';

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { createEmptyEmbedded, createBackupFixture } from '#server/testing/backup-fixture.ts';
import { sharedByTests } from '#server/testing/cleanup.ts';

import { runBackup } from './backup-command.ts';
import { restoreBackup } from './restore-backup.ts';
import { readLastTestRestore, runTestRestore } from './test-restore.ts';

const backupFixture = sharedByTests(createBackupFixture);

/** The app with its own backup folder and clock. */
function contextAt(time: string, folder: string) {
  const { app: shop, config } = backupFixture();
  const dataDir = path.join(backupFixture().folder, folder);
  return { ...shop.context, config: { ...config, dataDir }, realNow: () => new Date(time) };
}

test('reports a backup with inconsistent rows as not restorable', async () => {
  const context = contextAt('2026-11-21T14:00:00Z', 'unfit');
  const database = await createEmptyEmbedded();
  await restoreBackup(backupFixture().config, database, { file: backupFixture().plainFile });
  await database.db.execute(sql`set session_replication_role = replica`);
  await database.db.execute(sql`update orders set version_id = gen_random_uuid()`);
  await database.db.execute(sql`set session_replication_role = origin`);
  await runBackup({ ...context, db: database.db }, []);
  expect(await runTestRestore(context.config)).toMatchObject({
    good: false,
    text: expect.stringContaining('foreign key') as string,
  });
  expect((await readLastTestRestore(context.config))?.good).toBe(false);
}, 120_000);
