/** Times in seconds; the end belongs to the next period. */
export type Period = { start: number; end: number };

/** The last billed amounts of an item: the price of a whole period and the amount that was really billed. */
export type LastBilled = { fullPrice: number; billed: number };

/** Minor units. `credit` is never above 0, `debit` never below. */
export type Proration = { credit: number; debit: number };

/** Returns the share of `fullPrice` for the rest of the period at `time`, in minor units, rounded half away from 0. */
export const prorateAmount = (fullPrice: number, period: Period, time: number): number => {
  const length = BigInt(period.end - period.start);
  const remaining = BigInt(Math.min(Math.max(period.end - time, 0), period.end - period.start));
  if (length <= 0n) return 0;
  return Number((2n * BigInt(fullPrice) * remaining + length) / (2n * length));
};

/**
 * Returns the credit for the old price and the debit for the new one, to the second. The credit depends on the last
 * billed amount and not on the current price: they differ after a change without prorations, and in a trial.
 */
export const prorate = (last: LastBilled | null, nextPrice: number, period: Period, time: number): Proration => {
  const credit = last ? Math.min(last.billed, prorateAmount(last.fullPrice, period, time)) : 0;
  return { credit: 0 - credit, debit: prorateAmount(nextPrice, period, time) };
};
