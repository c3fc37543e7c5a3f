import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';

import { openEmbedded } from './open-embedded.ts';

test('questions that follow each other leave turns to what asks nothing', async () => {
  const { db, close } = await openEmbedded(null, 'drizzle');
  onTestFinished(close);
  let [turns, isOver] = [0, false];
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const late = performance.now() + 300;
  while (performance.now() < late) await db.execute(sql`select count(*) from generate_series(1, 2000)`);
  isOver = true;
  expect(turns).toBeGreaterThan(5);
});
