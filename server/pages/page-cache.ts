import { LRUCache } from 'lru-cache';

import { singleFlight } from '#server/core/concurrency.ts';
import type { Context } from '#server/core/context.ts';
import type { PageResult } from '#server/core/services.ts';
import type { ChangeListener, ChangeSubscription } from '#server/db/change-listener.ts';
import type { Database } from '#server/db/client.ts';
import { isDatabaseUnavailable } from '#server/db/database-errors.ts';
import { freshOrStale } from '#server/db/fresh-or-stale.ts';

import type { CachedDocument } from './cached-document.ts';

type DocumentLookup = { document: CachedDocument | null };

/**
 * Loads a document once for all concurrent requests. Serves the stale document when loading fails or takes long, and
 * immediately while the database is suspected to be unavailable.
 */
export function staleIfError<L extends DocumentLookup>(
  { log, dbHealth: pulse }: Pick<Context, 'log' | 'dbHealth'>,
  cache: PageCache,
  lookUp: (path: string) => Promise<L>,
): (path: string) => Promise<L | { document: CachedDocument }> {
  const lookUpOnce = singleFlight(lookUp);
  return async (path) => {
    const fresh = cache.findFresh(path);
    if (fresh) return { document: fresh };
    const stale = cache.find(path);
    if (!stale) return lookUpOnce(path);
    const fallback = { document: stale.document };
    const lookup = lookUpOnce(path).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log.warn({ err: error, path }, 'stale_document_served');
      return fallback;
    });
    return freshOrStale(pulse, lookup, fallback);
  };
}

const MAX_BYTES = 64 * 1024 * 1024;
/** Maximum age of a document while no change listener is connected. */
const MAX_UNNOTIFIED_AGE_MS = 1000;
/** How long a stale document is served while the database is unavailable. */
const MAX_STALE_MS = 15 * 60_000;

/**
 * `key` covers everything that the document was rendered from. `topic` names the changes that make it stale: a seller's
 * id, `site` or `blog`. `isExpired` returns whether the content has expired by its own clock.
 */
export type CacheEntry = {
  document: CachedDocument;
  key: string;
  topic: string;
  isExpired?: () => boolean;
  /** The seller's page that the document shows. */
  pageResult?: PageResult;
};
type StoredEntry = CacheEntry & { fresh: boolean; confirmedAt: number };

/** State of the cache when a read began: the result of that read is fresh unless a change arrived since. */
export type CacheState = { changes: number; readAt: number };

/**
 * Cache of rendered documents by path, limited by bytes. A document is fresh until the database notifies a change of its
 * topic; then it is checked again before it is served.
 */
export class PageCache {
  readonly #entries = new LRUCache<string, StoredEntry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ document }) => document.size,
  });
  readonly #now: () => number;
  readonly #listening: ChangeSubscription;
  /** Number of requests that were answered straight from memory. */
  answeredFromMemory = 0;
  #connected = false;
  #changes = 0;

  /** `now`: the system clock in milliseconds. `earlier`: a listener that receives the same changes first. */
  constructor(database: Database, now: () => number, earlier: ChangeListener) {
    this.#now = now;
    this.#listening = database.listen({
      onChange: (topic) => {
        earlier.onChange(topic);
        this.#markStale((entry) => entry.topic === topic);
      },
      onConnected: () => {
        earlier.onConnected();
        this.#setConnected(true);
      },
      onDisconnected: () => {
        earlier.onDisconnected();
        this.#setConnected(false);
      },
    });
  }

  /** Resolves when this process has received every change that was committed before the call. */
  waitForReplication(): Promise<void> {
    return this.#listening.waitForReplication();
  }

  close(): Promise<void> {
    return this.#listening.close();
  }

  get count(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  findFresh(path: string): CachedDocument | undefined {
    const entry = this.#entries.get(path);
    if (!entry?.fresh || entry.isExpired?.()) return undefined;
    return this.#connected || this.#now() - entry.confirmedAt < MAX_UNNOTIFIED_AGE_MS ? entry.document : undefined;
  }

  /** The last document, fresh or stale; undefined when it was last confirmed more than `MAX_STALE_MS` ago. */
  find(path: string): CacheEntry | undefined {
    const entry = this.#entries.get(path);
    return entry && (entry.fresh || this.#now() - entry.confirmedAt < MAX_STALE_MS) ? entry : undefined;
  }

  state(): CacheState {
    return { changes: this.#changes, readAt: this.#now() };
  }

  store(path: string, entry: CacheEntry, { changes, readAt }: CacheState): void {
    this.#entries.set(path, { ...entry, fresh: changes === this.#changes, confirmedAt: readAt });
  }

  remove(path: string): void {
    this.#entries.delete(path);
  }

  #setConnected(connected: boolean): void {
    this.#markStale(() => true);
    this.#connected = connected;
  }

  /** Marks matching documents as stale. A document that was fresh counts as confirmed until now. */
  #markStale(matches: (entry: StoredEntry) => boolean): void {
    this.#changes += 1;
    const now = this.#now();
    for (const entry of this.#entries.values()) {
      if (!entry.fresh || !matches(entry)) continue;
      entry.fresh = false;
      entry.confirmedAt = now;
    }
  }
}
