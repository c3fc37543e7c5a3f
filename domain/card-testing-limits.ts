import { HOUR_MS, MINUTE_MS } from './time-units.ts';

/** Declined cards of one visitor or buyer after which further checkouts are blocked for a while. */
export const DECLINED_CARDS_LIMIT = { max: 4, withinMs: 24 * HOUR_MS, blockMs: 24 * HOUR_MS };

/** Declines on one page, consecutive or within a short time, after which its payments are paused. */
export const PAGE_DECLINES_LIMIT = {
  consecutive: 10,
  consecutiveWithinMs: 48 * HOUR_MS,
  max: 60,
  withinMs: 10 * MINUTE_MS,
};
export const PAGE_PAUSE_MS = 6 * HOUR_MS;

/** Checkout requests of one visitor on one page: free ones, then ones with a proof-of-work challenge, then a block. */
export const CHECKOUT_REQUEST_LIMITS = {
  free: { max: 6, windowMs: MINUTE_MS },
  challenged: { max: 20, windowMs: HOUR_MS },
  blocked: { max: 60, windowMs: HOUR_MS, blockMs: 30 * MINUTE_MS },
};

/** Checkout requests of one visitor on all pages, before a block. */
export const VISITOR_REQUEST_LIMIT = { max: 60, windowMs: HOUR_MS };

/** Checkout requests of all visitors on one page, and on all pages of a seller, before every browser gets a challenge. */
export const PAGE_REQUEST_LIMIT = { max: 120, windowMs: MINUTE_MS };
export const SELLER_REQUEST_LIMIT = { max: 600, windowMs: HOUR_MS };

/** Coupon codes tried by all visitors on one page, before every browser gets a challenge. */
export const PAGE_COUPON_LIMIT = { max: 300, windowMs: HOUR_MS };

/**
 * Work of a proof-of-work challenge: a browser derives a key of `cost` PBKDF2 iterations for each number from 0 up to a
 * random one between the limits, on average 600,000 iterations.
 */
export const CHALLENGE_WORK = { cost: 2000, minCounter: 200, maxCounter: 400 };

/** Time to solve a challenge, followed by the retention of declines and their consequences. */
export const CHALLENGE_LIFETIME_MS = 10 * MINUTE_MS;
export const DECLINE_RETENTION_MS = 90 * 24 * HOUR_MS;

/** Stripe's processing errors say nothing about the card. */
const PROCESSING_ERRORS: ReadonlySet<string> = new Set(['processing_error', 'rate_limit', 'lock_timeout']);

export const isCardDecline = (code: string): boolean => !PROCESSING_ERRORS.has(code);

/** Times of declines on a page in any order; `paidAt`: its last payment. Unix milliseconds. */
export type DeclineTimes = { declinedAt: readonly number[]; paidAt: number | null };

/** Decides whether to pause a page: the cause and the number of declines, or null. */
export function decidePause({ declinedAt, paidAt }: DeclineTimes): { cause: 'row' | 'burst'; count: number } | null {
  const newest = Math.max(...declinedAt);
  const since = Math.max(newest - PAGE_DECLINES_LIMIT.consecutiveWithinMs, paidAt ?? 0);
  const consecutiveCount = declinedAt.filter((at) => at > since).length;
  if (consecutiveCount >= PAGE_DECLINES_LIMIT.consecutive) return { cause: 'row', count: consecutiveCount };
  const burstCount = declinedAt.filter((at) => at > newest - PAGE_DECLINES_LIMIT.withinMs).length;
  return burstCount >= PAGE_DECLINES_LIMIT.max ? { cause: 'burst', count: burstCount } : null;
}
