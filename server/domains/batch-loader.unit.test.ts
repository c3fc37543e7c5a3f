import { expect, test } from 'vitest';

import { createBatchLoader } from './site-registry.ts';

/** A loader whose queries are answered by hand. */
function createManualLoader() {
  const batches: { keys: readonly string[]; resolveBatch: () => void; rejectBatch: () => void }[] = [];
  const load = createBatchLoader<string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    const entries = keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()] as const);
    batches.push({
      keys,
      resolveBatch: () => resolve(new Map(entries)),
      rejectBatch: () => reject(new Error('away')),
    });
    return promise;
  }, 3);
  return { batches, load };
}

test('batches the keys requested during a query into the next one, each key once', async () => {
  const { batches, load } = createManualLoader();
  const first = load('a');
  const others = ['b', 'c', 'b', 'nobody', 'd'].map(load);
  expect(batches.map(({ keys }) => keys)).toEqual([['a']]);
  batches[0]?.resolveBatch();
  expect(await first).toBe('A');
  expect(batches.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'nobody']]);
  batches[1]?.resolveBatch();
  await others[0];
  batches[2]?.resolveBatch();
  expect(await Promise.all(others)).toEqual(['B', 'C', 'B', undefined, 'D']);
  expect(batches.map(({ keys }) => keys.length)).toEqual([1, 3, 1]);
});

test('rejects only the keys of a failed query, and runs the next query', async () => {
  const { batches, load } = createManualLoader();
  const [first, second] = [load('a'), load('b')];
  batches[0]?.rejectBatch();
  await expect(first).rejects.toThrow('away');
  batches[1]?.resolveBatch();
  expect(await second).toBe('B');
  const third = load('a');
  batches[2]?.resolveBatch();
  expect(await third).toBe('A');
});
