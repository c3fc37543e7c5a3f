/** Cleanup of what tests open. Used by tests only. */
import { AsyncLocalStorage } from 'node:async_hooks';

import { beforeAll, onTestFinished } from 'vitest';

type End = () => unknown;

const shared = new AsyncLocalStorage<End[]>();

/** Runs the callback after the current test or, inside `sharedByTests`, after the last test of the file. */
export function atTheEnd(end: End): void {
  const ends = shared.getStore();
  if (ends) ends.push(end);
  else onTestFinished(async () => void (await end()));
}

/** Opens something once for all tests of a file. Call it at the top level of the file. */
export function sharedByTests<T>(open: () => Promise<T>): () => T {
  let opened: { value: T } | null = null;
  beforeAll(async () => {
    const ends: End[] = [];
    opened = { value: await shared.run(ends, open) };
    return async () => {
      for (const end of ends.toReversed()) await end();
    };
  });
  return () => {
    if (!opened) throw new Error('It is opened before the tests, and not yet');
    return opened.value;
  };
}
