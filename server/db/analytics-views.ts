import { and, asc, between, eq, gte, lt, min, sql, sum, type SQL } from 'drizzle-orm';

import type { DayRange } from '#domain/analytics.ts';
import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { ALL_PAGES, viewDays, views, type ViewDimension } from './schema-views.ts';
import { bucketOf, type Span } from './time-buckets.ts';

/** Seller and mode of a statistic, for one page or all pages (null). */
export type AnalyticsOf = { sellerId: string; mode: Mode; pageId: string | null };
export type Looks = { views: number; visitors: number };

const counted = ({ sellerId, mode, pageId }: AnalyticsOf, dimension: ViewDimension): SQL | undefined =>
  and(
    eq(viewDays.mode, mode),
    eq(viewDays.sellerId, sellerId),
    eq(viewDays.pageId, pageId ?? ALL_PAGES),
    eq(viewDays.dimension, dimension),
  );

/** Daily counts; days without views are missing. */
export const listViewDays = (db: Db, of: AnalyticsOf, { from, to }: DayRange) =>
  db
    .select({ day: viewDays.day, views: viewDays.views, visitors: viewDays.visitors })
    .from(viewDays)
    .where(and(counted(of, 'all'), between(viewDays.day, from, to)))
    .orderBy(asc(viewDays.day));

/** Counts by the values of a dimension, summed over all days. */
export async function listViewValues(
  db: Db,
  of: AnalyticsOf,
  { from, to }: DayRange,
  dimension: ViewDimension,
): Promise<(Looks & { value: string })[]> {
  return db
    .select({
      value: viewDays.value,
      views: sum(viewDays.views).mapWith(Number),
      visitors: sum(viewDays.visitors).mapWith(Number),
    })
    .from(viewDays)
    .where(and(counted(of, dimension), between(viewDays.day, from, to)))
    .groupBy(viewDays.value);
}

/** Single page views by time bucket; a visitor counts in the bucket of their first view. */
export async function sumViews(
  db: Db,
  { sellerId, mode, pageId }: AnalyticsOf,
  span: Span,
): Promise<(Looks & { bucket: number })[]> {
  const first = pageId === null ? views.firstWithSeller : views.firstOnPage;
  const bucket = bucketOf(views.at, span);
  return db
    .select({
      bucket,
      views: sql`count(*)`.mapWith(Number),
      visitors: sql`count(*) filter (where ${first})`.mapWith(Number),
    })
    .from(views)
    .where(
      and(
        eq(views.mode, mode),
        eq(views.sellerId, sellerId),
        pageId === null ? undefined : eq(views.pageId, pageId),
        gte(views.at, span.starts[0] ?? span.end),
        lt(views.at, span.end),
      ),
    )
    .groupBy(sql`1`);
}

export async function findFirstViewDay(db: Db, of: AnalyticsOf): Promise<string | null> {
  const [row] = await db
    .select({ day: min(viewDays.day) })
    .from(viewDays)
    .where(counted(of, 'all'));
  return row?.day ?? null;
}
