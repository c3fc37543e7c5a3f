import { expect, test } from 'vitest';

import { createLazyScript } from './load-at-first-input.ts';

test('imports once for calls that overlap, so that their actions run in the order of the calls', async () => {
  const imports: PromiseWithResolvers<string>[] = [];
  const { load } = createLazyScript(() => {
    const pending = Promise.withResolvers<string>();
    imports.push(pending);
    return pending.promise;
  });
  const done: string[] = [];
  const actions = ['first', 'second'].map((name) => load().then(() => done.push(name)));
  for (const pending of imports.toReversed()) pending.resolve('script');
  await Promise.all(actions);
  expect(done).toEqual(['first', 'second']);
  expect(imports).toHaveLength(1);
});

test('imports again after a failed attempt', async () => {
  const results = [Promise.reject(new Error('No network')), Promise.resolve('script')];
  const { load } = createLazyScript(() => results.shift() ?? Promise.resolve('unexpected'));
  await expect(load()).rejects.toThrow('No network');
  await expect(load()).resolves.toBe('script');
});
