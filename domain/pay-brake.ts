const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** So many different cards of one visitor or one buyer were refused: they may not try another for a while. */
export const CARDS_REFUSED = { most: 4, withinMs: 24 * HOUR_MS, blockMs: 24 * HOUR_MS };

/** So many refusals on one page, in a row or in a short time: it takes no payments for some hours. */
export const PAGE_REFUSED = { inARow: 10, inARowWithinMs: 48 * HOUR_MS, most: 60, withinMs: 10 * MINUTE_MS };
export const PAGE_PAUSE_MS = 6 * HOUR_MS;

/** From so many presses of one visitor on one page on, the browser must solve a puzzle first; then it is over. */
export const PRESSES = {
  free: { most: 6, windowMs: MINUTE_MS },
  puzzled: { most: 20, windowMs: HOUR_MS },
  blocked: { most: 60, windowMs: HOUR_MS, blockMs: 30 * MINUTE_MS },
};
