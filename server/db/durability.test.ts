import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { openTestDatabase } from '#server/testing/test-database.ts';

import { listUnsafeSettings } from './durability.ts';

test('names a setting that can lose acknowledged writes in a power cut', async () => {
  const { db } = await openTestDatabase();
  const named = (value: string) =>
    db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local synchronous_commit = ${value}`));
      return listUnsafeSettings(tx);
    });
  expect(await named('on')).not.toContain('synchronous_commit');
  expect(await named('off')).toContain('synchronous_commit');
});
