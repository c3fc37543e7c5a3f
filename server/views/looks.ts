import type { Logger } from 'pino';

import type { VisitOrigin } from '#domain/visit.ts';
import { ENDLESS_ROOM, type DiskRoom } from '#server/disk/disk-room.ts';

const MOST = 10_000;

/** Somebody looked at a page: who, only until it is written down. */
export type Look = {
  slug: string;
  /** The published version that they saw, as their browser says. */
  version: number;
  /** By the business clock. */
  at: Date;
  address: string;
  userAgent: string;
  origin: VisitOrigin;
};

/** Looks that are not written down yet: as many as fit while the database is away, and none beyond. */
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

  /** The oldest, so many at most. */
  take(most: number): Look[] {
    return this.#waiting.splice(0, most);
  }

  /** Puts looks back that could not be written down. */
  giveBack(looks: readonly Look[]): void {
    this.#waiting = [...looks, ...this.#waiting].slice(0, MOST);
  }

  /** What was taken is written down. */
  done(): void {
    this.#hasDropped = false;
  }

  #drop(): void {
    if (!this.#hasDropped)
      this.#log.warn({ most: MOST }, 'looks at pages are not counted: none can be written down');
    this.#hasDropped = true;
  }
}
