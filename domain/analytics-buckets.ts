import type { AnalyticsUnit, DayRange } from './analytics.ts';
import { addDays, daysIn, monthStart, weekStart } from './day-range.ts';
import { hourIn, startOfDay } from './time-zone.ts';

const HOUR_MS = 3_600_000;
const MOST_DAYS = 92;
const MOST_DAYS_OF_WEEKS = 400;

/** Chart points in order. `starts` holds the start time of each, `labels` its `at` value; `end` is the end of the last one. */
export type Buckets = { labels: string[]; starts: Date[]; end: Date };

/** `hours`: single page views of a single day are still stored. */
export function unitOf(range: DayRange, hours: boolean): AnalyticsUnit {
  const days = daysIn(range);
  if (days === 1 && hours) return 'hour';
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_DAYS_OF_WEEKS ? 'week' : 'month';
}

/** Maps a day to the label of its point. Hours have their own labels. */
const LABELS: Record<Exclude<AnalyticsUnit, 'hour'>, (day: string) => string> = {
  day: (day) => day,
  week: weekStart,
  month: monthStart,
};

export const labelOfDay = (day: string, unit: Exclude<AnalyticsUnit, 'hour'>): string => LABELS[unit](day);

export function bucketsOf(range: DayRange, unit: AnalyticsUnit, zone: string): Buckets {
  const end = startOfDay(zone, addDays(range.to, 1));
  if (unit === 'hour') return hoursOf(zone, startOfDay(zone, range.from), end);
  const labels: string[] = [];
  const starts: Date[] = [];
  for (let day = range.from; day <= range.to; day = addDays(day, 1)) {
    const label = labelOfDay(day, unit);
    if (labels.at(-1) === label) continue;
    labels.push(label);
    starts.push(startOfDay(zone, day));
  }
  return { labels, starts, end };
}

/** An hour that clocks show twice is one point; an hour that they skip is none. */
function hoursOf(zone: string, start: Date, end: Date): Buckets {
  const labels: string[] = [];
  const starts: Date[] = [];
  for (let at = start.getTime(); at < end.getTime(); at = nextHour(at)) {
    const label = hourIn(zone, new Date(at));
    if (labels.at(-1) === label) continue;
    labels.push(label);
    starts.push(new Date(at));
  }
  return { labels, starts, end };
}

/** UTC offsets of time zones differ by multiples of a quarter hour. */
const nextHour = (at: number): number => at + HOUR_MS / 4;
