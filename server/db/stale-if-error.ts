import { LRUCache } from 'lru-cache';

import { isDatabaseUnavailable } from './database-errors.ts';

/** Maximum age of a cached result that is served while the database is unavailable. */
const STALE_MS = 15 * 60_000;

type CacheOptions<V> = {
  /** Size of a result in bytes; null: it is not cached. */
  sizeOf: (result: V) => number | null;
  maxBytes: number;
  /** The system clock, in milliseconds. */
  now: () => number;
};

/** Queries the database; while it is unavailable, returns the last result of the same key (stale-if-error). */
export function staleIfError<V extends object, K>(
  load: (key: K) => Promise<V | null>,
  keyOf: (key: K) => string,
  { sizeOf, maxBytes, now }: CacheOptions<V>,
): (key: K) => Promise<V | null> {
  const cache = new LRUCache<string, { result: V; storedAt: number; size: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => size,
  });
  return async (key) => {
    const cacheKey = keyOf(key);
    try {
      const result = await load(key);
      const size = result && sizeOf(result);
      if (result && size) cache.set(cacheKey, { result, storedAt: now(), size });
      else cache.delete(cacheKey);
      return result;
    } catch (error) {
      const cached = isDatabaseUnavailable(error) ? cache.get(cacheKey) : undefined;
      if (!cached || now() - cached.storedAt > STALE_MS) throw error;
      return cached.result;
    }
  };
}
