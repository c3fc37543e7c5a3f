import { formatDay, formatDayRange, formatTime, formatWith } from '#app/components/utils/reader-formats.ts';
import { chartMessages } from '#content/messages/analytics-charts.ts';
import type { AnalyticsUnit, DayRange, Analytics } from '#domain/analytics.ts';

import type { Measure } from './chart-measures.ts';
import type { ChartView } from './chart-view.ts';

/** Local hour or calendar day as a UTC date; the time zone is already applied. */
const toUtcDate = (at: string): Date => new Date(`${at.slice(0, 10)}T${at.slice(11, 13) || '00'}:00:00Z`);

/** Axis label: `2:00 PM`, `Nov 20`, `Nov 2026`. */
export function formatShortPoint(at: string, unit: AnalyticsUnit): string {
  const date = toUtcDate(at);
  if (unit === 'hour') return formatTime(date);
  return formatWith(unit === 'month' ? { month: 'short', year: 'numeric' } : { month: 'short', day: 'numeric' }, date);
}

/** Full label: `Fri, Nov 20, 2026, 2:00 PM`, `Fri, Nov 20, 2026`, `Week of Nov 16, 2026`, `Nov 2026`. */
export function formatLongPoint(at: string, unit: AnalyticsUnit): string {
  if (unit === 'month') return formatShortPoint(at, unit);
  const date = toUtcDate(at);
  if (unit === 'week') return chartMessages.week({ date: formatDay(date) });
  const day = formatWith({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, date);
  return unit === 'hour' ? `${day}, ${formatTime(date)}` : day;
}

/** `Nov 20, 2026`, `Nov 1 – 20, 2026`, `Oct 21 – Nov 19, 2026`, `Dec 1, 2025 – Nov 30, 2026`. */
export const formatRange = ({ from, to }: DayRange): string => formatDayRange(toUtcDate(from), toUtcDate(to));

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
