import type { Analytics, AnalyticsPoint, AnalyticsUnit } from '#domain/analytics.ts';
import { dayIn, hourIn } from '#domain/time-zone.ts';

/** Room of the chart around its lines, in CSS pixels. */
export const GUTTER = { left: 48, right: 14 };

/** What all panels of a chart share. */
export type ChartView = {
  points: readonly AnalyticsPoint[];
  /** The same places of what it is laid beside. */
  before: readonly AnalyticsPoint[] | null;
  unit: AnalyticsUnit;
  /** When the places of the axis are, those ahead too. */
  times: readonly string[];
  /** Places along the axis: those of the longer of both. */
  count: number;
  /** Of the lines, without the room around them. */
  width: number;
  /** The place that is read. */
  read: number | null;
  /** The last point is still being added to. */
  unfinished: boolean;
};

/** What has come: hours of today that are still ahead are no points yet. */
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
