import { expect, test } from 'vitest';

import { withKeyLock } from './concurrency.ts';

test('runs calls of one key one after another and continues after a failure', async () => {
  const steps: string[] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const work = (name: string, gate?: Promise<void>) => async () => {
    steps.push(`${name} begins`);
    await gate;
    steps.push(`${name} ends`);
    if (name === 'first') throw new Error('It failed');
    return name;
  };
  const first = withKeyLock('key', work('first', gates[0]?.promise));
  const second = withKeyLock('key', work('second', gates[1]?.promise));
  expect(await withKeyLock('other', work('other'))).toBe('other');
  gates[1]?.resolve();
  gates[0]?.resolve();
  await expect(first).rejects.toThrow('It failed');
  expect(await second).toBe('second');
  expect(await withKeyLock('key', work('third'))).toBe('third');
  expect(steps).toEqual([
    'first begins',
    'other begins',
    'other ends',
    'first ends',
    'second begins',
    'second ends',
    'third begins',
    'third ends',
  ]);
});
