import { and, asc, between, eq, gte, lt, min, sql, sum, type SQL, type Column } from 'drizzle-orm';

import type { DayRange } from '#domain/analytics.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { ALL_PAGES, pageViewDays, pageViews, type ViewDimension } from '#server/db/schema-page-views.ts';

/** Consecutive time buckets; `end` is the end of the last one. */
export type BucketSpan = { starts: readonly Date[]; end: Date };

/** Index of the bucket that contains a time, from 0. */
export const bucketOf = (column: Column, { starts }: BucketSpan): SQL<number> =>
  sql`width_bucket(${column}, ${toArrayLiteral(starts)}::timestamptz[]) - 1`.mapWith(Number);

const toArrayLiteral = (times: readonly Date[]): string => `{${times.map((time) => time.toISOString()).join(',')}}`;

/** Seller and mode of a statistic, for one page or all pages (null). */
export type AnalyticsTarget = { sellerId: string; mode: Mode; pageId: string | null };
export type ViewCounts = { views: number; visitors: number };

const matchesScope = ({ sellerId, mode, pageId }: AnalyticsTarget, dimension: ViewDimension): SQL | undefined =>
  and(
    eq(pageViewDays.mode, mode),
    eq(pageViewDays.sellerId, sellerId),
    eq(pageViewDays.pageId, pageId ?? ALL_PAGES),
    eq(pageViewDays.dimension, dimension),
  );

/** Daily counts; days without views are missing. */
export const listViewDays = (db: Db, scope: AnalyticsTarget, { from, to }: DayRange) =>
  db
    .select({ day: pageViewDays.day, views: pageViewDays.views, visitors: pageViewDays.visitors })
    .from(pageViewDays)
    .where(and(matchesScope(scope, 'all'), between(pageViewDays.day, from, to)))
    .orderBy(asc(pageViewDays.day));

/** Counts by the values of a dimension, summed over all days. */
export const listViewValues = (
  db: Db,
  scope: AnalyticsTarget,
  { from, to }: DayRange,
  dimension: ViewDimension,
): Promise<(ViewCounts & { value: string })[]> =>
  db
    .select({
      value: pageViewDays.value,
      views: sum(pageViewDays.views).mapWith(Number),
      visitors: sum(pageViewDays.visitors).mapWith(Number),
    })
    .from(pageViewDays)
    .where(and(matchesScope(scope, dimension), between(pageViewDays.day, from, to)))
    .groupBy(pageViewDays.value);

/** Single page views by time bucket; a visitor counts in the bucket of their first view. */
export async function sumViews(
  db: Db,
  { sellerId, mode, pageId }: AnalyticsTarget,
  span: BucketSpan,
): Promise<(ViewCounts & { bucket: number })[]> {
  const first = pageId === null ? pageViews.firstWithSeller : pageViews.firstOnPage;
  const bucket = bucketOf(pageViews.at, span);
  return db
    .select({
      bucket,
      views: sql`count(*)`.mapWith(Number),
      visitors: sql`count(*) filter (where ${first})`.mapWith(Number),
    })
    .from(pageViews)
    .where(
      and(
        eq(pageViews.mode, mode),
        eq(pageViews.sellerId, sellerId),
        pageId === null ? undefined : eq(pageViews.pageId, pageId),
        gte(pageViews.at, span.starts[0] ?? span.end),
        lt(pageViews.at, span.end),
      ),
    )
    .groupBy(sql`1`);
}

export async function findFirstViewDay(db: Db, scope: AnalyticsTarget): Promise<string | null> {
  const [row] = await db
    .select({ day: min(pageViewDays.day) })
    .from(pageViewDays)
    .where(matchesScope(scope, 'all'));
  return row?.day ?? null;
}
