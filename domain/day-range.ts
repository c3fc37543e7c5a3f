import type { AnalyticsComparison, AnalyticsPeriod, AnalyticsPreset, DayRange } from './analytics.ts';
import { DAY_MS } from './time-units.ts';

const toUtcDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
const toDay = (utc: number): string => new Date(utc).toISOString().slice(0, 10);

/** Adds days to a date; negative values subtract. */
export const addDays = (day: string, days: number): string => toDay(toUtcDate(day).getTime() + days * DAY_MS);

export const countDays = ({ from, to }: DayRange): number =>
  Math.round((toUtcDate(to).getTime() - toUtcDate(from).getTime()) / DAY_MS) + 1;

/** The same day one year earlier; February 29 becomes February 28. */
export function subtractYear(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
  return day.endsWith('-02-29') ? `${year}-02-28` : `${year}${day.slice(4)}`;
}

export const getMonthStart = (day: string): string => `${day.slice(0, 7)}-01`;

/** The Monday of the week. */
export const getWeekStart = (day: string): string => addDays(day, -((toUtcDate(day).getUTCDay() + 6) % 7));

/** `first`: the first day with data. */
type RangeContext = { today: string; first: string };

const PRESETS: Record<AnalyticsPreset, (context: RangeContext) => DayRange> = {
  today: ({ today }) => ({ from: today, to: today }),
  yesterday: ({ today }) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  '7d': ({ today }) => ({ from: addDays(today, -6), to: today }),
  '30d': ({ today }) => ({ from: addDays(today, -29), to: today }),
  '90d': ({ today }) => ({ from: addDays(today, -89), to: today }),
  month: ({ today }) => ({ from: getMonthStart(today), to: today }),
  last_month: ({ today }) => {
    const to = addDays(getMonthStart(today), -1);
    return { from: getMonthStart(to), to };
  },
  year: ({ today }) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  '12m': ({ today }) => ({ from: addDays(subtractYear(today), 1), to: today }),
  all: ({ today, first }) => ({ from: first < today ? first : today, to: today }),
};

/** Resolves a period into days. Presets up to now include today. */
export const resolveRange = (period: AnalyticsPeriod, context: RangeContext): DayRange =>
  typeof period === 'string' ? PRESETS[period](context) : { from: period.from, to: period.to };

/** The comparison range of a range; null without comparison. */
export function getComparisonRange(range: DayRange, compare: AnalyticsComparison): DayRange | null {
  if (compare === 'none') return null;
  if (compare === 'year') return { from: subtractYear(range.from), to: subtractYear(range.to) };
  return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) };
}
