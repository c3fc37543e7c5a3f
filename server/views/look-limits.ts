import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const KEYS_REMEMBERED = 20_000;

/** From one address in a minute: of one page, and of all. */
const OF_ONE_PAGE = 60;
const OF_ALL = 600;

type Count = { minute: number; count: number };

/** Counts looks by address, in this process alone and in bounded memory: what is beyond the limits is not counted. */
export class LookLimits {
  readonly #counts = new LRUCache<string, Count>({ max: KEYS_REMEMBERED });

  get size(): number {
    return this.#counts.size;
  }

  /** Whether this look still counts. `now`: the real clock, in ms; `factor`: how many times as wide. */
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
