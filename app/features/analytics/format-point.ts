import { chartMessages } from '#content/messages/analytics-charts.ts';
import type { AnalyticsUnit, DayRange, Analytics } from '#domain/analytics.ts';

import type { Measure } from './chart-measures.ts';
import type { ChartView } from './chart-view.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Local calendar day as a UTC date; the time zone is already applied. */
const toUtcDate = (at: string): Date => new Date(`${at.slice(0, 10)}T00:00:00Z`);
const formatDayMonth = (date: Date): string => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
const formatHour = (at: string): string => `${at.slice(11, 13)}:00`;

/** Axis label: `14:00`, `20 Nov`, `Nov 2026`. */
export function formatShortPoint(at: string, unit: AnalyticsUnit): string {
  const date = toUtcDate(at);
  if (unit === 'hour') return formatHour(at);
  if (unit === 'month') return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return formatDayMonth(date);
}

/** Full label: `Fri 20 Nov 2026, 14:00`, `Fri 20 Nov 2026`, `Week of 16 Nov 2026`, `Nov 2026`. */
export function formatLongPoint(at: string, unit: AnalyticsUnit): string {
  if (unit === 'month') return formatShortPoint(at, unit);
  const date = toUtcDate(at);
  const day = `${formatDayMonth(date)} ${date.getUTCFullYear()}`;
  if (unit === 'week') return chartMessages.week({ date: day });
  const fullDay = `${DAYS[date.getUTCDay()]} ${day}`;
  return unit === 'hour' ? `${fullDay}, ${formatHour(at)}` : fullDay;
}

/** `20 Nov 2026`, `1 – 20 Nov 2026`, `21 Oct – 19 Nov 2026`, `1 Dec 2025 – 30 Nov 2026`. */
export function formatRange({ from, to }: DayRange): string {
  const [first, last] = [toUtcDate(from), toUtcDate(to)];
  const end = `${formatDayMonth(last)} ${last.getUTCFullYear()}`;
  if (from === to) return end;
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${formatDayMonth(first)} ${first.getUTCFullYear()} – ${end}`;
  return from.slice(0, 7) === to.slice(0, 7) ? `${first.getUTCDate()} – ${end}` : `${formatDayMonth(first)} – ${end}`;
}

/** Local time, `14:32`. */
export const formatTime = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(iso));

/** Date of a point, or of its comparison point if the period has not reached it yet. */
export function formatPointDate({ points, before, unit, isLastUnfinished }: ChartView, index: number): string {
  const point = points[index];
  if (point) {
    const date = formatLongPoint(point.at, unit);
    return isLastUnfinished && index === points.length - 1 ? chartMessages.unfinished({ date }) : date;
  }
  const comparisonPoint = before?.[index];
  return comparisonPoint ? chartMessages.comparisonDate({ date: formatLongPoint(comparisonPoint.at, unit) }) : '';
}

function describeMeasure(view: ChartView, measure: Measure, index: number): string {
  const [current, before] = [view.points[index], view.before?.[index]];
  const metric = measure.label;
  const value = current && measure.format(measure.getValue(current));
  const previous = before && measure.format(measure.getValue(before));
  if (value === undefined) return previous === undefined ? '' : chartMessages.previousValue({ metric, previous });
  if (previous === undefined) return chartMessages.value({ metric, value });
  return chartMessages.valueWithPrevious({ metric, value, previous });
}

/** Full description of a point for screen readers. */
export function describePoint(
  view: ChartView,
  measures: readonly Measure[],
  annotations: Analytics['notes'],
  index: number,
): string {
  const at = view.points[index]?.at;
  const publicationTexts = annotations
    .filter(({ point }) => point === at)
    .map(({ pageName, version }) => chartMessages.publication({ page: pageName, version }));
  const sentences = [
    formatPointDate(view, index),
    ...measures.map((measure) => describeMeasure(view, measure, index)),
    ...publicationTexts,
  ];
  return sentences.filter(Boolean).join('. ');
}
