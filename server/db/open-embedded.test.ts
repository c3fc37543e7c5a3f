import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';

import { lockFolder } from './folder-lock.ts';
import { openEmbedded } from './open-embedded.ts';

test('keeps an embedded database in its folder across restarts', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-embedded-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const folderLock = await lockFolder(folder);
  for (const run of [1, 2]) {
    const database = await openEmbedded(folderLock, 'drizzle');
    await database.migrate();
    if (run === 1) await database.db.execute(sql`create table notes as select 42 as answer`);
    const answer: unknown = await database.db.execute(sql`select answer from notes`);
    expect(answer).toMatchObject({ rows: [{ answer: 42 }] });
    await database.close();
  }
  await folderLock.release();
});
