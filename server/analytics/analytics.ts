import { chooseUnit } from '#domain/analytics-buckets.ts';
import { RAW_VIEW_RETENTION_DAYS, type Analytics, type AnalyticsQuery, type DayRange } from '#domain/analytics.ts';
import { addDays, getComparisonRange } from '#domain/day-range.ts';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { listPublicationNotes } from './analytics-notes.ts';
import { resolveScope, inSnapshot, type AnalyticsScope } from './analytics-scope.ts';
import { loadPeriodMetrics } from './period-figures.ts';

/** A seller's metrics for a period, from one snapshot of the database. Throws like `analyticsScope`. */
export const loadAnalytics = (context: Context, sellerId: string, query: AnalyticsQuery): Promise<Analytics> =>
  inSnapshot(context, async (tx) => {
    const scope = await resolveScope(context, tx, sellerId, query);
    const unit = chooseUnit(scope.range, hasHours(scope, scope.range));
    const { level, zone, isZoneChosen, of, range, pages } = scope;
    return {
      level,
      timeZone: zone,
      timeZoneChosen: isZoneChosen,
      asOf: context.now().toISOString(),
      unit,
      ...(await loadPeriodMetrics(tx, { ...of, range, unit, zone })),
      before: await loadComparison(tx, scope, query),
      notes: level === 'full' ? await listPublicationNotes(tx, scope, unit) : [],
      pages,
    };
  });

/** Returns whether single views, and so hours, are still stored for a range. */
const hasHours = ({ today }: AnalyticsScope, { from }: DayRange): boolean =>
  from >= addDays(today, 1 - RAW_VIEW_RETENTION_DAYS);

async function loadComparison(
  tx: Db,
  scope: AnalyticsScope,
  { compare = 'none' }: AnalyticsQuery,
): Promise<Analytics['before']> {
  const range = getComparisonRange(scope.range, compare);
  if (!range) return null;
  const { of, zone } = scope;
  const preferredUnit = chooseUnit(scope.range, hasHours(scope, scope.range));
  const unit = preferredUnit === 'hour' && !hasHours(scope, range) ? 'day' : preferredUnit;
  const before = await loadPeriodMetrics(tx, { ...of, range, unit, zone });
  return unit === preferredUnit ? before : { ...before, points: [] };
}
