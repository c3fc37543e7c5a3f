import { LRUCache } from 'lru-cache';

import type { Ears, Listening } from '#server/db/page-changes.ts';
import type { Database } from '#server/db/client.ts';
import type { FoundPage } from '#server/shop.ts';
import type { KeptDocument } from './kept-document.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** Maximum age of a document while no change listener is connected. */
const UNHEARD_MS = 1000;
/** How long a stale document is served while the database is unavailable. */
const STALE_MS = 15 * 60_000;

/**
 * `key` covers everything that the document was rendered from. `topic` names the changes that make it stale: a seller's
 * id, `site` or `blog`. `isExpired` returns whether the content has expired by its own clock.
 */
export type Made = {
  document: KeptDocument;
  key: string;
  topic: string;
  isOver?: () => boolean;
  /** The seller's page that the document shows. */
  found?: FoundPage;
};
type Kept = Made & { fresh: boolean; confirmedAt: number };

/** State of the cache when a read began: the result of that read is fresh unless a change arrived since. */
export type Moment = { changes: number; at: number };

/**
 * Cache of rendered documents by path, limited by bytes. A document is fresh until the database notifies a change of its
 * topic; then it is checked again before it is served.
 */
export class KeptDocuments {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ document }) => document.size,
  });
  readonly #now: () => number;
  readonly #listening: Listening;
  /** Number of requests that were answered straight from memory. */
  answered = 0;
  #connected = false;
  #changes = 0;

  /** `now`: the system clock in milliseconds. `earlier`: a listener that receives the same changes first. */
  constructor(database: Database, now: () => number, before: Ears) {
    this.#now = now;
    this.#listening = database.listen({
      hear: (topic) => {
        before.hear(topic);
        this.#doubt((kept) => kept.topic === topic);
      },
      connected: () => {
        before.connected();
        this.#turn(true);
      },
      lost: () => {
        before.lost();
        this.#turn(false);
      },
    });
  }

  /** Resolves when this process has received every change that was committed before the call. */
  caughtUp(): Promise<void> {
    return this.#listening.caughtUp();
  }

  close(): Promise<void> {
    return this.#listening.close();
  }

  get count(): number {
    return this.#kept.size;
  }

  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  findFresh(path: string): KeptDocument | undefined {
    const kept = this.#kept.get(path);
    if (!kept?.fresh || kept.isOver?.()) return undefined;
    return this.#connected || this.#now() - kept.confirmedAt < UNHEARD_MS ? kept.document : undefined;
  }

  /** The last document, fresh or stale; undefined when it was last confirmed more than `MAX_STALE_MS` ago. */
  find(path: string): Made | undefined {
    const kept = this.#kept.get(path);
    return kept && (kept.fresh || this.#now() - kept.confirmedAt < STALE_MS) ? kept : undefined;
  }

  moment(): Moment {
    return { changes: this.#changes, at: this.#now() };
  }

  keep(path: string, made: Made, { changes, at }: Moment): void {
    this.#kept.set(path, { ...made, fresh: changes === this.#changes, confirmedAt: at });
  }

  forget(path: string): void {
    this.#kept.delete(path);
  }

  #turn(connected: boolean): void {
    this.#doubt(() => true);
    this.#connected = connected;
  }

  /** Marks matching documents as stale. A document that was fresh counts as confirmed until now. */
  #doubt(isMeant: (kept: Kept) => boolean): void {
    this.#changes += 1;
    const now = this.#now();
    for (const kept of this.#kept.values()) {
      if (!kept.fresh || !isMeant(kept)) continue;
      kept.fresh = false;
      kept.confirmedAt = now;
    }
  }
}
