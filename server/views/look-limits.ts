import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const KEYS_REMEMBERED = 20_000;

/** Maximum page views counted per address and minute: for one page, and for all pages. */
const OF_ONE_PAGE = 60;
const OF_ALL = 600;

type Count = { minute: number; count: number };

/** Limits page views per address, in this process only and with bounded memory. Views beyond the limits are not counted. */
export class LookLimits {
  readonly #counts = new LRUCache<string, Count>({ max: KEYS_REMEMBERED });

  get size(): number {
    return this.#counts.size;
  }

  /** Returns whether this page view counts. `now`: the system clock in milliseconds; `factor` multiplies the limits. */
  take(address: string, slug: string, now: number, factor: number): boolean {
    const minute = Math.floor(now / MINUTE_MS);
    return (
      this.#add(address, minute) <= OF_ALL * factor &&
      this.#add(`${address} ${slug}`, minute) <= OF_ONE_PAGE * factor
    );
  }

  #add(key: string, minute: number): number {
    const known = this.#counts.get(key);
    if (known?.minute === minute) return ++known.count;
    this.#counts.set(key, { minute, count: 1 });
    return 1;
  }
}
