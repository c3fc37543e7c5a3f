const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** So many different cards of one visitor or one buyer were refused: they may not try another for a while. */
export const CARDS_REFUSED = { most: 4, withinMs: 24 * HOUR_MS, blockMs: 24 * HOUR_MS };

/** So many refusals on one page, in a row or in a short time: it takes no payments for some hours. */
export const PAGE_REFUSED = { inARow: 10, inARowWithinMs: 48 * HOUR_MS, most: 60, withinMs: 10 * MINUTE_MS };
export const PAGE_PAUSE_MS = 6 * HOUR_MS;

/** Presses of one visitor on one page: so many are free, then the browser must solve a puzzle first; then it is over. */
export const PRESSES = {
  free: { most: 6, windowMs: MINUTE_MS },
  puzzled: { most: 20, windowMs: HOUR_MS },
  blocked: { most: 60, windowMs: HOUR_MS, blockMs: 30 * MINUTE_MS },
};

/** Presses of one visitor on all pages: no more. */
export const PRESSES_OF_VISITOR = { most: 60, windowMs: HOUR_MS };

/** Presses of everybody on one page, and on all pages of a seller: then every browser must solve a puzzle first. */
export const PRESSES_OF_PAGE = { most: 120, windowMs: MINUTE_MS };
export const PRESSES_OF_SELLER = { most: 600, windowMs: HOUR_MS };

/** Codes that everybody tries on one page: the same. */
export const CODES_OF_PAGE = { most: 300, windowMs: HOUR_MS };

/** How long the puzzle may be solved; and refusals and what follows from them are kept so long. */
export const PUZZLE_LIFE_MS = 10 * MINUTE_MS;
export const REFUSALS_KEPT_MS = 90 * 24 * HOUR_MS;

/** What the provider could not try is no word about a card. */
const NOT_TRIED: ReadonlySet<string> = new Set(['processing_error', 'rate_limit', 'lock_timeout']);

export const isCardRefusal = (code: string): boolean => !NOT_TRIED.has(code);

/** When a page was refused cards, newest first or not; `paidAt`: the last payment on it. Milliseconds. */
export type RefusedTimes = { refused: readonly number[]; paidAt: number | null };

/** Why a page is to pause, and how many refusals say so; null: it is not. */
export function pauseFor({ refused, paidAt }: RefusedTimes): { why: 'row' | 'burst'; count: number } | null {
  const newest = Math.max(...refused);
  const after = Math.max(newest - PAGE_REFUSED.inARowWithinMs, paidAt ?? 0);
  const row = refused.filter((at) => at > after).length;
  if (row >= PAGE_REFUSED.inARow) return { why: 'row', count: row };
  const burst = refused.filter((at) => at > newest - PAGE_REFUSED.withinMs).length;
  return burst >= PAGE_REFUSED.most ? { why: 'burst', count: burst } : null;
}
