const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Declined cards of one visitor or buyer after which further checkouts are blocked for a while. */
export const CARDS_REFUSED = { most: 4, withinMs: 24 * HOUR_MS, blockMs: 24 * HOUR_MS };

/** Declines on one page, consecutive or within a short time, after which its payments are paused. */
export const PAGE_REFUSED = { inARow: 10, inARowWithinMs: 48 * HOUR_MS, most: 60, withinMs: 10 * MINUTE_MS };
export const PAGE_PAUSE_MS = 6 * HOUR_MS;

/** Checkout requests of one visitor on one page: free ones, then ones with a proof-of-work challenge, then a block. */
export const PRESSES = {
  free: { most: 6, windowMs: MINUTE_MS },
  puzzled: { most: 20, windowMs: HOUR_MS },
  blocked: { most: 60, windowMs: HOUR_MS, blockMs: 30 * MINUTE_MS },
};

/** Checkout requests of one visitor on all pages, before a block. */
export const PRESSES_OF_VISITOR = { most: 60, windowMs: HOUR_MS };

/** Checkout requests of all visitors on one page, and on all pages of a seller, before every browser gets a challenge. */
export const PRESSES_OF_PAGE = { most: 120, windowMs: MINUTE_MS };
export const PRESSES_OF_SELLER = { most: 600, windowMs: HOUR_MS };

/** Coupon codes tried by all visitors on one page, before every browser gets a challenge. */
export const CODES_OF_PAGE = { most: 300, windowMs: HOUR_MS };

/** Time to solve a challenge, followed by the retention of declines and their consequences. */
export const PUZZLE_LIFE_MS = 10 * MINUTE_MS;
export const REFUSALS_KEPT_MS = 90 * 24 * HOUR_MS;

/** Stripe's processing errors say nothing about the card. */
const NOT_TRIED: ReadonlySet<string> = new Set(['processing_error', 'rate_limit', 'lock_timeout']);

export const isCardRefusal = (code: string): boolean => !NOT_TRIED.has(code);

/** Times of declines on a page in any order; `paidAt`: its last payment. Unix milliseconds. */
export type RefusedTimes = { refused: readonly number[]; paidAt: number | null };

/** Decides whether to pause a page: the cause and the number of declines, or null. */
export function pauseFor({ refused, paidAt }: RefusedTimes): { why: 'row' | 'burst'; count: number } | null {
  const newest = Math.max(...refused);
  const after = Math.max(newest - PAGE_REFUSED.inARowWithinMs, paidAt ?? 0);
  const row = refused.filter((at) => at > after).length;
  if (row >= PAGE_REFUSED.inARow) return { why: 'row', count: row };
  const burst = refused.filter((at) => at > newest - PAGE_REFUSED.withinMs).length;
  return burst >= PAGE_REFUSED.most ? { why: 'burst', count: burst } : null;
}
