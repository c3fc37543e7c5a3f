import path from 'node:path';

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { emptyEmbedded, openBackedUp } from '#server/testing-backups.ts';
import { sharedByTests } from '#server/testing-ends.ts';

import { lastRehearsal, rehearse } from './rehearse.ts';
import { restoreBackup } from './restore-backup.ts';
import { tellBackup } from './tell-backup.ts';

const given = sharedByTests(openBackedUp);

/** The app with its own backup folder and clock. */
function at(time: string, folder: string) {
  const { shop, config } = given();
  const dataDir = path.join(given().folder, folder);
  return { ...shop.context, config: { ...config, dataDir }, realNow: () => new Date(time) };
}

test('reports a backup with inconsistent rows as not restorable', async () => {
  const context = at('2026-11-21T14:00:00Z', 'unfit');
  const database = await emptyEmbedded();
  await restoreBackup(given().config, database, { file: given().open });
  await database.db.execute(sql`set session_replication_role = replica`);
  await database.db.execute(sql`update orders set version_id = gen_random_uuid()`);
  await database.db.execute(sql`set session_replication_role = origin`);
  await tellBackup({ ...context, db: database.db }, []);
  expect(await rehearse(context.config)).toMatchObject({
    good: false,
    text: expect.stringContaining('foreign key') as string,
  });
  expect((await lastRehearsal(context.config))?.good).toBe(false);
}, 120_000);
