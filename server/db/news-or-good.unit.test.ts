import { expect, test } from 'vitest';

import { newsOrGood } from './news-or-good.ts';
import type { Pulse } from './pulse.ts';

const never = new Promise<string>(() => undefined);

test('news that come only after the first doubt are news all the same, while the database is there', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const pulse: Pulse = { state: () => 'here', doubt: () => resolve('news') };
  expect(await newsOrGood(pulse, promise, 'good')).toBe('news');
});

test('nobody waits for a database that turns out to be away, or for one that never answers', async () => {
  let state: ReturnType<Pulse['state']> = 'here';
  const leaves: Pulse = { state: () => state, doubt: () => void (state = 'away') };
  expect(await newsOrGood(leaves, never, 'good')).toBe('good');
  const silent: Pulse = { state: () => 'here', doubt: () => undefined };
  expect(await newsOrGood(silent, never, 'good')).toBe('good');
});

test('while there is doubt already, what was good is given at once, whatever the look finds', async () => {
  const away: Pulse = { state: () => 'away', doubt: () => undefined };
  expect(await newsOrGood(away, Promise.resolve('news'), 'good')).toBe('good');
});
