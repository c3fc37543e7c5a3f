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
