import { expect, test } from 'vitest';

import { inTurn } from './in-turn.ts';

test('runs calls of one key one after another and continues after a failure', async () => {
  const told: string[] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const work = (name: string, gate?: Promise<void>) => async () => {
    told.push(`${name} begins`);
    await gate;
    told.push(`${name} ends`);
    if (name === 'first') throw new Error('It failed');
    return name;
  };
  const first = inTurn('key', work('first', gates[0]?.promise));
  const second = inTurn('key', work('second', gates[1]?.promise));
  expect(await inTurn('other', work('other'))).toBe('other');
  gates[1]?.resolve();
  gates[0]?.resolve();
  await expect(first).rejects.toThrow('It failed');
  expect(await second).toBe('second');
  expect(await inTurn('key', work('third'))).toBe('third');
  expect(told).toEqual([
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
