import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';

import { openEmbedded } from './open-embedded.ts';
import { holdFolder } from './single-process.ts';

test('yields the event loop between consecutive queries', async () => {
  const { db, close } = await openEmbedded(null, 'drizzle');
  onTestFinished(close);
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  for (let asked = 0; turns <= 5 && asked < 5000; asked++)
    await db.execute(sql`select count(*) from generate_series(1, 2000)`);
  clearImmediate(counting);
  expect(turns).toBeGreaterThan(5);
});

test('keeps an embedded database in its folder across restarts', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-embedded-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const hold = await holdFolder(folder);
  for (const time of [1, 2]) {
    const database = await openEmbedded(hold, 'drizzle');
    await database.migrate();
    if (time === 1) await database.db.execute(sql`create table notes as select 42 as answer`);
    const answer: unknown = await database.db.execute(sql`select answer from notes`);
    expect(answer).toMatchObject({ rows: [{ answer: 42 }] });
    await database.close();
  }
  await hold.release();
});
