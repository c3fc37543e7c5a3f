import { expect, test } from 'vitest';

import { DatabaseAway } from './away.ts';
import { orLastWhileAway } from './while-away.ts';

test('serves the last result for 15 minutes while the database is unavailable, and no deleted row', async () => {
  const rows = new Map([['one', { bytes: 10 }]]);
  const state = { away: false, now: 0 };
  const find = orLastWhileAway(
    async (key: string) => {
      if (state.away) throw new DatabaseAway('away');
      return rows.get(key) ?? null;
    },
    (key) => key,
    { maxBytes: 100, sizeOf: ({ bytes }) => bytes, now: () => state.now },
  );
  expect(await find('one')).toEqual({ bytes: 10 });
  state.away = true;
  expect(await find('one')).toEqual({ bytes: 10 });
  await expect(find('two')).rejects.toThrow('away');
  state.now = 16 * 60_000;
  await expect(find('one')).rejects.toThrow('away');
  Object.assign(state, { away: false, now: 0 });
  rows.clear();
  expect(await find('one')).toBeNull();
  state.away = true;
  await expect(find('one')).rejects.toThrow('away');
});
