import { expect, test } from 'vitest';

import type { DbHealth } from './db-health.ts';
import { freshOrStale } from './fresh-or-stale.ts';

const never = new Promise<string>(() => undefined);

test('returns a fresh answer that arrives after the first suspicion while the database is available', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const dbHealth: DbHealth = { state: () => 'here', markSuspect: () => resolve('news') };
  expect(await freshOrStale(dbHealth, promise, 'good')).toBe('news');
});

test('returns the stale value when the database becomes unavailable or never answers', async () => {
  let state: ReturnType<DbHealth['state']> = 'here';
  const failing: DbHealth = { state: () => state, markSuspect: () => void (state = 'away') };
  expect(await freshOrStale(failing, never, 'good')).toBe('good');
  const silent: DbHealth = { state: () => 'here', markSuspect: () => undefined };
  expect(await freshOrStale(silent, never, 'good')).toBe('good');
});

test('returns the stale value at once while the database is suspect or unavailable', async () => {
  const unavailable: DbHealth = { state: () => 'away', markSuspect: () => undefined };
  expect(await freshOrStale(unavailable, Promise.resolve('news'), 'good')).toBe('good');
});
