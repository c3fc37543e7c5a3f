import { setTimeout as wait } from 'node:timers/promises';

import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

import type { ChangeListener } from './change-listener.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import type { DbHealth } from './db-health.ts';

/** How long a stale value is served while the database is unavailable. */
const MAX_STALE_MS = 15 * 60_000;
/** Maximum age of a fresh value while no change listener is connected. */
const MAX_UNNOTIFIED_AGE_MS = 1000;

/**
 * `topic` names the changes that make the value stale: a seller's id, `site` or `blog`; null means every change.
 * `isExpired` returns whether the value has reached its own expiry time, such as the end of a countdown.
 */
type CachedValue<V> = { value: V; topic: string | null; isExpired?: () => boolean };
type Entry<V> = CachedValue<V> & { fresh: boolean; confirmedAt: number };

/** State of the cache when a read began: the result of that read is fresh unless a change arrived since. */
type CacheState = { changes: number; readAt: number };

type CacheOptions<V> = {
  dbHealth: DbHealth;
  log: Pick<Logger, 'warn'>;
  /** The system clock, in milliseconds. */
  now: () => number;
  /** Maximum number of values, or of bytes if `sizeOf` returns the bytes of a value. */
  max: number;
  sizeOf?: (value: V) => number;
};

/**
 * LRU cache of values that are read from the database. A value is fresh until the database notifies a change of its topic;
 * a stale one is served for 15 minutes while the database is unavailable.
 */
export class ChangeDrivenCache<V> implements ChangeListener {
  readonly #entries: LRUCache<string, Entry<V>>;
  readonly #options: CacheOptions<V>;
  #connected = false;
  #changes = 0;

  constructor(options: CacheOptions<V>) {
    const { max, sizeOf } = options;
    this.#options = options;
    this.#entries = new LRUCache(
      sizeOf ? { maxSize: max, sizeCalculation: ({ value }: Entry<V>) => sizeOf(value) } : { max },
    );
  }

  get count(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  findFresh(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry?.fresh || entry.isExpired?.()) return undefined;
    return this.#connected || this.#ageOf(entry) < MAX_UNNOTIFIED_AGE_MS ? entry.value : undefined;
  }

  /** The last value, fresh or stale; undefined when it was last confirmed more than `MAX_STALE_MS` ago. */
  find(key: string): V | undefined {
    const entry = this.#entries.get(key);
    return entry && (entry.fresh || this.#ageOf(entry) < MAX_STALE_MS) ? entry.value : undefined;
  }

  state(): CacheState {
    return { changes: this.#changes, readAt: this.#options.now() };
  }

  store(key: string, value: CachedValue<V>, { changes, readAt }: CacheState): void {
    this.#entries.set(key, { ...value, fresh: changes === this.#changes, confirmedAt: readAt });
  }

  remove(key: string): void {
    this.#entries.delete(key);
  }

  /**
   * Loads a value. Returns `stale` instead when loading fails or takes long, and at once while the database is suspected
   * to be unavailable.
   */
  async loadOrStale<L, S>(key: string, load: (key: string) => Promise<L>, stale: S): Promise<L | S> {
    const { dbHealth, log } = this.#options;
    const loaded = load(key).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log.warn({ err: error, key }, 'stale_value_served');
      return stale;
    });
    return freshOrStale(dbHealth, loaded, stale);
  }

  onChange(topic: string): void {
    this.#markStale((entry) => entry.topic === null || entry.topic === topic);
  }

  onConnected(): void {
    this.#markStale(() => true);
    this.#connected = true;
  }

  onDisconnected(): void {
    this.#markStale(() => true);
    this.#connected = false;
  }

  #ageOf = ({ confirmedAt }: Entry<V>): number => this.#options.now() - confirmedAt;

  /** Marks matching values as stale. A value that was fresh counts as confirmed until now. */
  #markStale(matches: (entry: Entry<V>) => boolean): void {
    this.#changes += 1;
    const now = this.#options.now();
    for (const entry of this.#entries.values()) {
      if (!entry.fresh || !matches(entry)) continue;
      entry.fresh = false;
      entry.confirmedAt = now;
    }
  }
}

/** Time after which a slow answer makes the database suspect. */
const SUSPECT_AFTER_MS = 250;
/** Maximum total wait. When the database becomes unavailable earlier, its pending queries are rejected. */
const MAX_WAIT_MS = 1500;

/** Returns `fresh`, which must not reject, or the stale value when the database is suspect or the answer is slow. */
export async function freshOrStale<F, S>(dbHealth: DbHealth, fresh: Promise<F>, stale: S): Promise<F | S> {
  if (dbHealth.state() !== 'available') return stale;
  const answered = new AbortController();
  const sleep = (ms: number) => wait(ms, undefined, { ref: false, signal: answered.signal });
  const slow = sleep(SUSPECT_AFTER_MS)
    .then(() => dbHealth.markSuspect())
    .then(() => sleep(MAX_WAIT_MS - SUSPECT_AFTER_MS))
    .then(() => stale);
  slow.catch(() => undefined);
  return Promise.race([fresh, slow]).finally(() => answered.abort());
}

type StaleIfErrorOptions<V> = {
  /** Size of a result in bytes; null: it is not cached. */
  sizeOf: (result: V) => number | null;
  maxBytes: number;
  /** The system clock, in milliseconds. */
  now: () => number;
};

/** Queries the database every time; while it is unavailable, returns the last result of the same key. */
export function staleIfError<V extends object, K>(
  load: (key: K) => Promise<V | null>,
  keyOf: (key: K) => string,
  { sizeOf, maxBytes, now }: StaleIfErrorOptions<V>,
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
      if (!cached || now() - cached.storedAt > MAX_STALE_MS) throw error;
      return cached.result;
    }
  };
}
