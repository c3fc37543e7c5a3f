import type { Analytics, AnalyticsPoint, AnalyticsUnit } from '#domain/analytics.ts';
import { dayIn, hourIn } from '#domain/time-zone.ts';

/** Padding around the lines in CSS pixels. */
export const GUTTER = { left: 48, right: 14 };

/** Data that all panels of a chart share. */
export type ChartView = {
  points: readonly AnalyticsPoint[];
  /** Points of the comparison period, aligned by index. */
  before: readonly AnalyticsPoint[] | null;
  unit: AnalyticsUnit;
  /** Times of all points on the axis, future ones included. */
  times: readonly string[];
  /** Number of points on the axis: that of the longer period. */
  count: number;
  /** Width of the plot without padding. */
  width: number;
  /** Index of the active point. */
  read: number | null;
  /** True if the last point is still counting. */
  unfinished: boolean;
};

/** Points up to now: future hours of today are excluded. */
export function pointsSoFar({ points, unit, asOf, timeZone }: Analytics): readonly AnalyticsPoint[] {
  if (unit !== 'hour') return points;
  const now = hourIn(timeZone, new Date(asOf));
  return points.filter(({ at }) => at <= now);
}

function isUnfinished(analytics: Analytics, last: AnalyticsPoint | undefined): boolean {
  const { unit, to, asOf, timeZone } = analytics;
  const now = new Date(asOf);
  return unit === 'hour' ? last?.at === hourIn(timeZone, now) : to >= dayIn(timeZone, now);
}

export function chartView(analytics: Analytics, width: number, read: number | null): ChartView {
  const before = analytics.before?.points ?? null;
  const points = pointsSoFar(analytics);
  const count = Math.max(analytics.points.length, before?.length ?? 0);
  return {
    points,
    before,
    unit: analytics.unit,
    times: Array.from(
      { length: count },
      (_, place) => (analytics.points[place] ?? before?.[place])?.at ?? '',
    ),
    count,
    width: Math.max(40, width - GUTTER.left - GUTTER.right),
    read: read === null || count === 0 ? null : Math.min(read, count - 1),
    unfinished: isUnfinished(analytics, points.at(-1)),
  };
}
