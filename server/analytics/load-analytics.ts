import { chooseUnit, createBuckets } from '#domain/analytics-buckets.ts';
import {
  RAW_VIEW_RETENTION_DAYS,
  type Analytics,
  type AnalyticsQuery,
  type DayRange,
  type ChartAnnotation,
  type AnalyticsUnit,
} from '#domain/analytics.ts';
import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { addDays, getComparisonRange } from '#domain/day-range.ts';
import { describeConfigChanges } from '#domain/page-fields.ts';
import { listPublications } from '#server/analytics/queries/publications.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import { resolveScope, inSnapshot, type AnalyticsScope } from './analytics-scope.ts';
import { loadPeriodMetrics } from './period-metrics.ts';

/** Maximum number of publications, newest first. */
const MAX_NOTES = 50;
const FIRST_PUBLICATION = ['First published'];

/** Publications in a period, oldest first. */
async function listPublicationNotes(tx: Db, scope: AnalyticsScope, unit: AnalyticsUnit): Promise<ChartAnnotation[]> {
  const { labels, starts, end } = createBuckets(scope.range, unit, scope.zone);
  const rows = await listPublications(tx, scope.of, [starts[0] ?? end, end], MAX_NOTES);
  const names = new Map(scope.pages.map(({ id, name }) => [id, name]));
  return rows.toReversed().map(({ pageId, number, createdAt, schema, config, previousVersions: before }) => ({
    at: createdAt.toISOString(),
    point: labels[starts.findLastIndex((start) => start <= createdAt)] ?? '',
    pageId,
    pageName: names.get(pageId) ?? '',
    version: number,
    changes: before
      ? describeConfigChanges(parseStoredConfig(before.schema, before.config), parseStoredConfig(schema, config))
      : FIRST_PUBLICATION,
  }));
}

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
      before: await loadComparison(tx, scope),
      notes: level === 'full' ? await listPublicationNotes(tx, scope, unit) : [],
      pages,
    };
  });

/** Returns whether single views, and so hours, are still stored for a range. */
const hasHours = ({ today }: AnalyticsScope, { from }: DayRange): boolean =>
  from >= addDays(today, 1 - RAW_VIEW_RETENTION_DAYS);

async function loadComparison(tx: Db, scope: AnalyticsScope): Promise<Analytics['before']> {
  const range = getComparisonRange(scope.range, scope.compare);
  if (!range) return null;
  const { of, zone } = scope;
  const preferredUnit = chooseUnit(scope.range, hasHours(scope, scope.range));
  const unit = preferredUnit === 'hour' && !hasHours(scope, range) ? 'day' : preferredUnit;
  const before = await loadPeriodMetrics(tx, { ...of, range, unit, zone });
  return unit === preferredUnit ? before : { ...before, points: [] };
}
