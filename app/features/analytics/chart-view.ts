import type { Analytics, AnalyticsPoint, AnalyticsUnit } from '#domain/analytics.ts';
import { getLocalDay, getLocalHour } from '#domain/time-zone.ts';

/** Padding around the lines in CSS pixels. */
export const CHART_PADDING = { left: 48, right: 14 };

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
  width: number;
  activeIndex: number | null;
  /** True if the last point is still counting. */
  isLastUnfinished: boolean;
};

/** Points up to now: future hours of today are excluded. */
export function getPointsUntilNow({ points, unit, asOf, timeZone }: Analytics): readonly AnalyticsPoint[] {
  if (unit !== 'hour') return points;
  const now = getLocalHour(timeZone, new Date(asOf));
  return points.filter(({ at }) => at <= now);
}

function isUnfinished(analytics: Analytics, lastPoint: AnalyticsPoint | undefined): boolean {
  const { unit, to, asOf, timeZone } = analytics;
  const now = new Date(asOf);
  return unit === 'hour' ? lastPoint?.at === getLocalHour(timeZone, now) : to >= getLocalDay(timeZone, now);
}

export function createChartView(analytics: Analytics, width: number, activeIndex: number | null): ChartView {
  const before = analytics.before?.points ?? null;
  const points = getPointsUntilNow(analytics);
  const count = Math.max(analytics.points.length, before?.length ?? 0);
  return {
    points,
    before,
    unit: analytics.unit,
    times: Array.from({ length: count }, (_, index) => (analytics.points[index] ?? before?.[index])?.at ?? ''),
    count,
    width: Math.max(40, width - CHART_PADDING.left - CHART_PADDING.right),
    activeIndex: activeIndex === null || count === 0 ? null : Math.min(activeIndex, count - 1),
    isLastUnfinished: isUnfinished(analytics, points.at(-1)),
  };
}
