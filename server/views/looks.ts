import type { Logger } from 'pino';

import type { VisitOrigin } from '#domain/visit.ts';
import { ENDLESS_ROOM, type DiskRoom } from '#server/disk/disk-room.ts';

const MOST = 10_000;

/** One page view. Address and user agent are kept in memory only, until the view is written. */
export type Look = {
  slug: string;
  /** Published version that the browser reports. */
  version: number;
  /** Business time. */
  at: Date;
  address: string;
  userAgent: string;
  origin: VisitOrigin;
};

/** Buffer of page views that are not written yet. Views beyond its size are dropped while the database is unavailable. */
export class Looks {
  #waiting: Look[] = [];
  #hasDropped = false;
  readonly #log: Logger;
  readonly #room: DiskRoom;

  constructor(log: Logger, room: DiskRoom = ENDLESS_ROOM) {
    this.#log = log;
    this.#room = room;
  }

  get count(): number {
    return this.#waiting.length;
  }

  add(look: Look): void {
    if (this.#waiting.length < MOST && !this.#room.isFull()) this.#waiting.push(look);
    else this.#drop();
  }

  /** Removes and returns the oldest page views, at most `limit`. */
  take(most: number): Look[] {
    return this.#waiting.splice(0, most);
  }

  /** Returns page views that could not be written. */
  giveBack(looks: readonly Look[]): void {
    this.#waiting = [...looks, ...this.#waiting].slice(0, MOST);
  }

  /** Records that page views could be written again. */
  done(): void {
    this.#hasDropped = false;
  }

  #drop(): void {
    if (!this.#hasDropped)
      this.#log.warn({ most: MOST }, 'looks at pages are not counted: none can be written down');
    this.#hasDropped = true;
  }
}
