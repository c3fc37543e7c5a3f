import { expect, test } from 'vitest';

import { askedTogether } from './asked-together.ts';

/** A loader whose queries are answered by hand. */
function openQuestions() {
  const asked: { keys: readonly string[]; answer: () => void; fail: () => void }[] = [];
  const find = askedTogether<string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    const known = keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()] as const);
    asked.push({ keys, answer: () => resolve(new Map(known)), fail: () => reject(new Error('away')) });
    return promise;
  }, 3);
  return { asked, find };
}

test('batches the keys requested during a query into the next one, each key once', async () => {
  const { asked, find } = openQuestions();
  const first = find('a');
  const later = ['b', 'c', 'b', 'nobody', 'd'].map(find);
  expect(asked.map(({ keys }) => keys)).toEqual([['a']]);
  asked[0]?.answer();
  expect(await first).toBe('A');
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'nobody']]);
  asked[1]?.answer();
  await later[0];
  asked[2]?.answer();
  expect(await Promise.all(later)).toEqual(['B', 'C', 'B', undefined, 'D']);
  expect(asked.map(({ keys }) => keys.length)).toEqual([1, 3, 1]);
});

test('rejects only the keys of a failed query, and runs the next query', async () => {
  const { asked, find } = openQuestions();
  const [first, second] = [find('a'), find('b')];
  asked[0]?.fail();
  await expect(first).rejects.toThrow('away');
  asked[1]?.answer();
  expect(await second).toBe('B');
  const third = find('a');
  asked[2]?.answer();
  expect(await third).toBe('A');
});
