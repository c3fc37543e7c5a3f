import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const MAX_COUNTERS = 20_000;

/** Maximum page views counted per address and minute: for one page, and for all pages. */
const MAX_PER_PAGE = 60;
const MAX_PER_ADDRESS = 600;

type MinuteCount = { minute: number; count: number };

/** Limits page views per address, in this process only and with bounded memory. Views beyond the limits are not counted. */
export class PageViewLimits {
  readonly #counts = new LRUCache<string, MinuteCount>({ max: MAX_COUNTERS });

  get size(): number {
    return this.#counts.size;
  }

  /** Returns whether this page view counts. `now`: the system clock in milliseconds; `factor` multiplies the limits. */
  allow(address: string, slug: string, now: number, factor: number): boolean {
    const minute = Math.floor(now / MINUTE_MS);
    return (
      this.#increment(address, minute) <= MAX_PER_ADDRESS * factor &&
      this.#increment(`${address} ${slug}`, minute) <= MAX_PER_PAGE * factor
    );
  }

  #increment(key: string, minute: number): number {
    const counter = this.#counts.get(key);
    if (counter?.minute === minute) return ++counter.count;
    this.#counts.set(key, { minute, count: 1 });
    return 1;
  }
}
