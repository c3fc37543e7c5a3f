import { expect, test } from 'vitest';

import { DatabaseUnavailable } from './database-errors.ts';
import { staleIfError } from './stale-if-error.ts';

test('serves the last result for 15 minutes while the database is unavailable, and no deleted row', async () => {
  const rows = new Map([['one', { bytes: 10 }]]);
  const state = { isUnavailable: false, now: 0 };
  const findRow = staleIfError(
    async (key: string) => {
      if (state.isUnavailable) throw new DatabaseUnavailable('away');
      return rows.get(key) ?? null;
    },
    (key) => key,
    { maxBytes: 100, sizeOf: ({ bytes }) => bytes, now: () => state.now },
  );
  expect(await findRow('one')).toEqual({ bytes: 10 });
  state.isUnavailable = true;
  expect(await findRow('one')).toEqual({ bytes: 10 });
  await expect(findRow('two')).rejects.toThrow('away');
  state.now = 16 * 60_000;
  await expect(findRow('one')).rejects.toThrow('away');
  Object.assign(state, { isUnavailable: false, now: 0 });
  rows.clear();
  expect(await findRow('one')).toBeNull();
  state.isUnavailable = true;
  await expect(findRow('one')).rejects.toThrow('away');
});
