/** Cleanup of what tests open. Used by tests only. */
import { AsyncLocalStorage } from 'node:async_hooks';

import { beforeAll, onTestFinished } from 'vitest';

/** Size of a test that is large only in `npm run test:full`. */
export const shortOrFull = (short: number, full: number): number => (process.env.TEST_SCOPE === 'full' ? full : short);

type Cleanup = () => unknown;

const sharedCleanups = new AsyncLocalStorage<Cleanup[]>();

/** Runs the callback after the current test or, inside `sharedByTests`, after the last test of the file. */
export function onTestEnd(cleanup: Cleanup): void {
  const cleanups = sharedCleanups.getStore();
  if (cleanups) cleanups.push(cleanup);
  else onTestFinished(async () => void (await cleanup()));
}

/** Opens something once for all tests of a file. Call it at the top level of the file. */
export function sharedByTests<T>(open: () => Promise<T>): () => T {
  let opened: { value: T } | null = null;
  beforeAll(async () => {
    const cleanups: Cleanup[] = [];
    opened = { value: await sharedCleanups.run(cleanups, open) };
    return async () => {
      for (const cleanup of cleanups.toReversed()) await cleanup();
    };
  });
  return () => {
    if (!opened) throw new Error('It is opened before the tests, and not yet');
    return opened.value;
  };
}
