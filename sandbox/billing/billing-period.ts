/** Times in seconds; the end belongs to the next period. */
export type Period = { start: number; end: number };

/** The last billed amounts of an item: the price of a whole period and the amount that was really billed. */
export type LastBilled = { fullPrice: number; billed: number };

/** Minor units. `credit` is never above 0, `debit` never below. */
type Proration = { credit: number; debit: number };

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

type Recurring = { interval: string; interval_count: number };

const DAY_S = 24 * 3600;

/** Returns the same day `months` later, or the last day of a shorter month; seconds to seconds. */
export const addMonths = (from: number, months: number): number => {
  const date = new Date(from * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
};

const monthsBetween = (from: number, to: number): number => {
  const [fromDate, toDate] = [new Date(from * 1000), new Date(to * 1000)];
  return (toDate.getUTCFullYear() - fromDate.getUTCFullYear()) * 12 + toDate.getUTCMonth() - fromDate.getUTCMonth();
};

/**
 * Returns the end of the period that starts at `start`. Months are counted from `anchor`, so that a subscription of the
 * 31st returns to the 31st after a short month.
 */
export const periodEnd = (start: number, recurring: Recurring, anchor = start): number => {
  const daysPerUnit = { day: 1, week: 7 }[recurring.interval];
  if (daysPerUnit !== undefined) return start + daysPerUnit * recurring.interval_count * DAY_S;
  const monthsPerPeriod = (recurring.interval === 'year' ? 12 : 1) * recurring.interval_count;
  let periods = Math.floor(monthsBetween(anchor, start) / monthsPerPeriod);
  while (addMonths(anchor, periods * monthsPerPeriod) <= start) periods += 1;
  return addMonths(anchor, periods * monthsPerPeriod);
};
