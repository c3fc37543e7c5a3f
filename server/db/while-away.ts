import { LRUCache } from 'lru-cache';

import { isDatabaseAway } from './away.ts';

/** How long what was found last is good while the database is away. */
const STALE_MS = 15 * 60_000;

type Memory<V> = {
  /** Which of the found things are kept, and how many bytes each takes. */
  sizeOf: (found: V) => number | null;
  maxBytes: number;
  /** The real clock, in ms. */
  now: () => number;
};

/** Finds as ever; while the database is away, what was found last under the key. */
export function orLastWhileAway<V extends object, K>(
  find: (key: K) => Promise<V | null>,
  nameOf: (key: K) => string,
  { sizeOf, maxBytes, now }: Memory<V>,
): (key: K) => Promise<V | null> {
  const last = new LRUCache<string, { found: V; at: number; size: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => size,
  });
  return async (key) => {
    const name = nameOf(key);
    try {
      const found = await find(key);
      const size = found && sizeOf(found);
      if (found && size) last.set(name, { found, at: now(), size });
      else last.delete(name);
      return found;
    } catch (error) {
      const kept = isDatabaseAway(error) ? last.get(name) : undefined;
      if (!kept || now() - kept.at > STALE_MS) throw error;
      return kept.found;
    }
  };
}
