import type { Logger } from 'pino';

import type { Attribution } from '#domain/attribution.ts';

const MAX_BUFFERED = 10_000;

/** One page view. Address and user agent are kept in memory only, until the view is written. */
export type PageView = {
  slug: string;
  /** Published version that the browser reports. */
  version: number;
  /** Business time. */
  viewedAt: Date;
  address: string;
  userAgent: string;
  origin: Attribution;
};

/** Buffer of page views that are not written yet. Views beyond its size are dropped while the database is unavailable. */
export class PageViewBuffer {
  #views: PageView[] = [];
  #hasDropped = false;
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  get count(): number {
    return this.#views.length;
  }

  add(pageView: PageView): void {
    if (this.#views.length < MAX_BUFFERED) this.#views.push(pageView);
    else this.#drop();
  }

  /** Removes and returns the oldest page views, at most `limit`. */
  takeOldest(limit: number): PageView[] {
    return this.#views.splice(0, limit);
  }

  /** Returns page views that could not be written. */
  restore(pageViews: readonly PageView[]): void {
    this.#views = [...pageViews, ...this.#views].slice(0, MAX_BUFFERED);
  }

  /** Records that page views could be written again. */
  markWritten(): void {
    this.#hasDropped = false;
  }

  #drop(): void {
    if (!this.#hasDropped) this.#log.warn({ limit: MAX_BUFFERED }, 'page_views_dropped');
    this.#hasDropped = true;
  }
}
