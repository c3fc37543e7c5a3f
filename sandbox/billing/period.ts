type Recurring = { interval: string; interval_count: number };

const daySeconds = 24 * 3600;

/** Returns the same day `months` later, or the last day of a shorter month; seconds to seconds. */
export const monthsLater = (from: number, months: number): number => {
  const date = new Date(from * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1000);
};

const monthsBetween = (from: number, to: number): number => {
  const [one, other] = [new Date(from * 1000), new Date(to * 1000)];
  return (other.getUTCFullYear() - one.getUTCFullYear()) * 12 + other.getUTCMonth() - one.getUTCMonth();
};

/**
 * Returns the end of the period that starts at `start`. Months are counted from `anchor`, so that a subscription of the
 * 31st returns to the 31st after a short month.
 */
export const periodEnd = (start: number, recurring: Recurring, anchor = start): number => {
  const days = { day: 1, week: 7 }[recurring.interval];
  if (days !== undefined) return start + days * recurring.interval_count * daySeconds;
  const step = (recurring.interval === 'year' ? 12 : 1) * recurring.interval_count;
  let periods = Math.floor(monthsBetween(anchor, start) / step);
  while (monthsLater(anchor, periods * step) <= start) periods += 1;
  return monthsLater(anchor, periods * step);
};
