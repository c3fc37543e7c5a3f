/** Seconds; the end belongs to the next period. */
export type Period = { start: number; end: number };

/** What was last billed for an item: the price of a whole period, and how much of it was really asked for. */
export type LastBilled = { whole: number; billed: number };

/** Minor units. `credit` is never above 0, `debit` never below. */
export type Proration = { credit: number; debit: number };

/** `whole` times the part of the period that is left at `at`, half up: one half of a minor unit rounds away from 0. */
export const restOf = (whole: number, period: Period, at: number): number => {
  const length = BigInt(period.end - period.start);
  const left = BigInt(Math.min(Math.max(period.end - at, 0), period.end - period.start));
  if (length <= 0n) return 0;
  return Number((2n * BigInt(whole) * left + length) / (2n * length));
};

/**
 * What a change at `at` gives back of the old price and asks of the new one, to the second. Given back is what was
 * last billed and not what the item costs by now: the two differ after a change without prorations, and in a trial.
 */
export const prorate = (last: LastBilled | null, next: number, period: Period, at: number): Proration => {
  const credit = last ? Math.min(last.billed, restOf(last.whole, period, at)) : 0;
  return { credit: 0 - credit, debit: restOf(next, period, at) };
};
