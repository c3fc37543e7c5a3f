import { LRUCache } from 'lru-cache';

import { isDatabaseAway } from './away.ts';

/** Maximum age of a cached result that is served while the database is unavailable. */
const STALE_MS = 15 * 60_000;

type Memory<V> = {
  /** Size of a result in bytes; null: it is not cached. */
  sizeOf: (found: V) => number | null;
  maxBytes: number;
  /** The system clock, in milliseconds. */
  now: () => number;
};

/** Queries the database; while it is unavailable, returns the last result of the same key (stale-if-error). */
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
