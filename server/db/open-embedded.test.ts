import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';

import { openEmbedded } from './open-embedded.ts';

test.skipIf(inject('postgres'))(
  'questions that follow each other leave turns to what asks nothing',
  async () => {
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
  },
);
