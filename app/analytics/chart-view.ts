import type { Analytics, AnalyticsPoint, AnalyticsUnit } from '#domain/analytics.ts';

import { timeText } from './point-text.ts';

/** Room of the chart around its lines, in CSS pixels. */
export const GUTTER = { left: 48, right: 14 };

/** What all panels of a chart share. */
export type ChartView = {
  points: readonly AnalyticsPoint[];
  /** The same places of what it is laid beside. */
  before: readonly AnalyticsPoint[] | null;
  unit: AnalyticsUnit;
  /** Places along the axis: those of the longer of both. */
  count: number;
  /** Of the lines, without the room around them. */
  width: number;
  /** The place that is read. */
  read: number | null;
  /** The last point is still being added to. */
  unfinished: boolean;
};

/** The day, or the hour of it, at which it was counted, in the seller's zone. */
function nowOf({ asOf, timeZone }: Analytics): { day: string; hour: string } {
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(new Date(asOf));
  return { day, hour: `${day}T${timeText(asOf, timeZone).slice(0, 2)}` };
}

function isUnfinished(analytics: Analytics): boolean {
  const last = analytics.points.at(-1);
  if (!last || analytics.points.length < 2) return false;
  const { day, hour } = nowOf(analytics);
  return analytics.unit === 'hour' ? last.at >= hour : analytics.to >= day;
}

export function chartView(analytics: Analytics, width: number, read: number | null): ChartView {
  const before = analytics.before?.points ?? null;
  const count = Math.max(analytics.points.length, before?.length ?? 0);
  return {
    points: analytics.points,
    before,
    unit: analytics.unit,
    count,
    width: Math.max(40, width - GUTTER.left - GUTTER.right),
    read: read === null || count === 0 ? null : Math.min(read, count - 1),
    unfinished: isUnfinished(analytics),
  };
}
