import { LRUCache } from 'lru-cache';

import type { Ears, Listening } from '#server/db/page-changes.ts';
import type { Database } from '#server/db/client.ts';
import type { FoundPage } from '#server/shop.ts';
import type { KeptDocument } from './kept-document.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** How long a document is believed that nobody would tell us of changes to. */
const UNHEARD_MS = 1000;
/** How long the last good document is shown while the database is away. */
const STALE_MS = 15 * 60_000;

/**
 * `key` is everything that a document was made from. `topic` is what the database tells changes of: a seller's id, or
 * one of ours. `isOver` says whether the time of what is said for a time only has passed, by whichever clock it goes.
 */
export type Made = {
  document: KeptDocument;
  key: string;
  topic: string;
  isOver?: () => boolean;
  /** The seller's page that it shows. */
  found?: FoundPage;
};
type Kept = Made & { fresh: boolean; confirmedAt: number };

/** A moment: what is confirmed by a read that began here is fresh unless something has changed since. */
export type Moment = { changes: number; at: number };

/**
 * Finished documents by path, bounded by their bytes. A document is fresh until the database tells of a change to its
 * topic; then it is looked at again before it is shown.
 */
export class KeptDocuments {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ document }) => document.size,
  });
  readonly #now: () => number;
  readonly #listening: Listening;
  /** How many were sent straight from memory so far. */
  answered = 0;
  #connected = false;
  #changes = 0;

  /** `now`: the real clock, in ms. `before`: who hears of the same changes first. */
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

  /** Resolves when this process knows of every change that was committed before. */
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

  /** The last good document, be it fresh or not; undefined when it was last known to be good too long ago. */
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

  /** What was fresh so far was good until now. */
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
