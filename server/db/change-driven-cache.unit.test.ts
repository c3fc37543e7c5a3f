import { expect, test } from 'vitest';

import { freshOrStale, staleIfError } from './change-driven-cache.ts';
import { DatabaseUnavailable } from './database-errors.ts';
import type { DbHealth } from './db-health.ts';

const never = new Promise<string>(() => undefined);

test('returns a fresh answer that arrives after the first suspicion while the database is available', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const dbHealth: DbHealth = { state: () => 'available', markSuspect: () => resolve('news') };
  expect(await freshOrStale(dbHealth, promise, 'good')).toBe('news');
});

test('returns the stale value when the database becomes unavailable or never answers', async () => {
  let state: ReturnType<DbHealth['state']> = 'available';
  const failing: DbHealth = { state: () => state, markSuspect: () => void (state = 'unavailable') };
  expect(await freshOrStale(failing, never, 'good')).toBe('good');
  const silent: DbHealth = { state: () => 'available', markSuspect: () => undefined };
  expect(await freshOrStale(silent, never, 'good')).toBe('good');
});

test('returns the stale value at once while the database is suspect or unavailable', async () => {
  const unavailable: DbHealth = { state: () => 'unavailable', markSuspect: () => undefined };
  expect(await freshOrStale(unavailable, Promise.resolve('news'), 'good')).toBe('good');
});

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
