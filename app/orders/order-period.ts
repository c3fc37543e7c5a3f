/** Relative periods. The URL stores the name, so the dates follow the current day. */
export const PERIODS = ['this-month', 'last-month', 'last-30-days', 'this-year'] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_LABELS: Record<Period, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-30-days': 'Last 30 days',
  'this-year': 'This year',
};

export type DayRange = { from: string; to: string };

const toDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** First and last day of a period, both inclusive, in UTC. */
export function getPeriodDays(period: Period, now: Date): DayRange {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const today = toDay(year, month, day);
  switch (period) {
    case 'this-month':
      return { from: toDay(year, month, 1), to: today };
    case 'last-month':
      return { from: toDay(year, month - 1, 1), to: toDay(year, month, 0) };
    case 'last-30-days':
      return { from: toDay(year, month, day - 29), to: today };
    case 'this-year':
      return { from: toDay(year, 0, 1), to: today };
  }
}
