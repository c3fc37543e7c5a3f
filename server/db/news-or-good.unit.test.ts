import { expect, test } from 'vitest';

import { newsOrGood } from './news-or-good.ts';
import type { Pulse } from './pulse.ts';

const never = new Promise<string>(() => undefined);

test('returns a fresh answer that arrives after the first suspicion while the database is available', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const pulse: Pulse = { state: () => 'here', doubt: () => resolve('news') };
  expect(await newsOrGood(pulse, promise, 'good')).toBe('news');
});

test('returns the stale value when the database becomes unavailable or never answers', async () => {
  let state: ReturnType<Pulse['state']> = 'here';
  const leaves: Pulse = { state: () => state, doubt: () => void (state = 'away') };
  expect(await newsOrGood(leaves, never, 'good')).toBe('good');
  const silent: Pulse = { state: () => 'here', doubt: () => undefined };
  expect(await newsOrGood(silent, never, 'good')).toBe('good');
});

test('returns the stale value at once while the database is suspect or unavailable', async () => {
  const away: Pulse = { state: () => 'away', doubt: () => undefined };
  expect(await newsOrGood(away, Promise.resolve('news'), 'good')).toBe('good');
});
