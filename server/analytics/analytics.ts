import { unitOf } from '#domain/analytics-buckets.ts';
import { RAW_VIEW_DAYS, type Analytics, type AnalyticsAsk, type DayRange } from '#domain/analytics.ts';
import { addDays, rangeBefore } from '#domain/day-range.ts';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { analyticsNotes } from './analytics-notes.ts';
import { analyticsScope, atOneMoment, type Scope } from './analytics-scope.ts';
import { periodFigures } from './period-figures.ts';

/** A seller's metrics for a period, from one snapshot of the database. Throws like `analyticsScope`. */
export const analytics = (context: Context, sellerId: string, asked: AnalyticsAsk): Promise<Analytics> =>
  atOneMoment(context, async (tx) => {
    const scope = await analyticsScope(context, tx, sellerId, asked);
    const unit = unitOf(scope.range, hasHours(scope, scope.range));
    const { level, zone, zoneChosen, of, range, pages } = scope;
    return {
      level,
      timeZone: zone,
      timeZoneChosen: zoneChosen,
      asOf: context.now().toISOString(),
      unit,
      ...(await periodFigures(tx, { ...of, range, unit, zone })),
      before: await figuresBefore(tx, scope, asked),
      notes: level === 'full' ? await analyticsNotes(tx, scope, unit) : [],
      pages,
    };
  });

/** Returns whether single views, and so hours, are still stored for a range. */
const hasHours = ({ today }: Scope, { from }: DayRange): boolean => from >= addDays(today, 1 - RAW_VIEW_DAYS);

async function figuresBefore(
  tx: Db,
  scope: Scope,
  { compare = 'none' }: AnalyticsAsk,
): Promise<Analytics['before']> {
  const range = rangeBefore(scope.range, compare);
  if (!range) return null;
  const { of, zone } = scope;
  const wished = unitOf(scope.range, hasHours(scope, scope.range));
  const unit = wished === 'hour' && !hasHours(scope, range) ? 'day' : wished;
  const before = await periodFigures(tx, { ...of, range, unit, zone });
  return unit === wished ? before : { ...before, points: [] };
}
