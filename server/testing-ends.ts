/** When what tests have opened is put away. Seen by tests only. */
import { AsyncLocalStorage } from 'node:async_hooks';

import { beforeAll, onTestFinished } from 'vitest';

type End = () => unknown;

const shared = new AsyncLocalStorage<End[]>();

/** It is done when the test is over, or, for what tests of a file share, after the last of them. */
export function atTheEnd(end: End): void {
  const ends = shared.getStore();
  if (ends) ends.push(end);
  else onTestFinished(async () => void (await end()));
}

/** What the tests of a file share, opened before the first of them. Called beside them, not inside. */
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
