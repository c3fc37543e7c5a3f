import type { AnalyticsUnit, DayRange } from './analytics.ts';
import { addDays, countDays, getMonthStart, getWeekStart } from './day-range.ts';
import { HOUR_MS } from './time-units.ts';
import { getLocalHour, getStartOfDay } from './time-zone.ts';

const MAX_DAYS_PER_DAY_CHART = 92;
const MAX_DAYS_PER_WEEK_CHART = 400;

/** Chart points in order. `starts` holds the start time of each, `labels` its `at` value; `end` is the end of the last one. */
export type Buckets = { labels: string[]; starts: Date[]; end: Date };

/** `hours`: single page views of a single day are still stored. */
export function chooseUnit(range: DayRange, hours: boolean): AnalyticsUnit {
  const days = countDays(range);
  if (days === 1 && hours) return 'hour';
  if (days <= MAX_DAYS_PER_DAY_CHART) return 'day';
  return days <= MAX_DAYS_PER_WEEK_CHART ? 'week' : 'month';
}

/** Maps a day to the label of its point. Hours have their own labels. */
const LABELS: Record<Exclude<AnalyticsUnit, 'hour'>, (day: string) => string> = {
  day: (day) => day,
  week: getWeekStart,
  month: getMonthStart,
};

export const getDayLabel = (day: string, unit: Exclude<AnalyticsUnit, 'hour'>): string => LABELS[unit](day);

export function createBuckets(range: DayRange, unit: AnalyticsUnit, zone: string): Buckets {
  const end = getStartOfDay(zone, addDays(range.to, 1));
  if (unit === 'hour') return createHourBuckets(zone, getStartOfDay(zone, range.from), end);
  const labels: string[] = [];
  const starts: Date[] = [];
  for (let day = range.from; day <= range.to; day = addDays(day, 1)) {
    const label = getDayLabel(day, unit);
    if (labels.at(-1) === label) continue;
    labels.push(label);
    starts.push(getStartOfDay(zone, day));
  }
  return { labels, starts, end };
}

/** An hour that clocks show twice is one point; an hour that they skip is none. */
function createHourBuckets(zone: string, start: Date, end: Date): Buckets {
  const labels: string[] = [];
  const starts: Date[] = [];
  for (let at = start.getTime(); at < end.getTime(); at = nextHour(at)) {
    const label = getLocalHour(zone, new Date(at));
    if (labels.at(-1) === label) continue;
    labels.push(label);
    starts.push(new Date(at));
  }
  return { labels, starts, end };
}

/** UTC offsets of time zones differ by multiples of a quarter hour. */
const nextHour = (at: number): number => at + HOUR_MS / 4;
