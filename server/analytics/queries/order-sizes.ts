import { and, count, eq, inArray, not, notInArray, sql, sum, type SQL } from 'drizzle-orm';

import type { ExtraAverages, UnitCounts } from '#domain/analytics.ts';
import type { Db } from '#server/db/client.ts';
import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';
import { pages, pageVersions } from '#server/db/schema-pages.ts';

import { bucketOf, type AnalyticsTarget, type BucketSpan } from './page-views.ts';
import { isInSpan } from './revenue.ts';

/** Paid orders of the page versions that meet a condition. */
const isPaidOrderOf = (db: Db, scope: AnalyticsTarget, span: BucketSpan, condition: SQL) =>
  and(
    isInSpan(orders, scope, orders.paidAt, span),
    notInArray(orders.state, ['pending', 'failed']),
    inArray(
      orders.versionId,
      db
        .select({ id: pageVersions.id })
        .from(pageVersions)
        .innerJoin(pages, eq(pages.id, pageVersions.pageId))
        .where(and(eq(pages.sellerId, scope.sellerId), condition)),
    ),
  );

const letsBuyersChooseQuantity = sql`${pageVersions.config}->'quantity'->>'enabled' = 'true'`;
const offersExtras = sql`jsonb_path_exists(${pageVersions.config}, '$.bumps.items[*] ? (@.enabled == true)')`;

/** Orders, units and orders of more than one unit by time bucket, on pages where buyers choose the quantity. */
export const sumUnits = (db: Db, scope: AnalyticsTarget, span: BucketSpan): Promise<(UnitCounts & { key: string })[]> =>
  db
    .select({
      key: sql`${bucketOf(orders.paidAt, span)}`.mapWith(String),
      orders: count(),
      units: sum(checkoutAttempts.quantity).mapWith(Number),
      several: sql`count(*) filter (where ${checkoutAttempts.quantity} > 1)`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, orders.attemptId))
    .where(isPaidOrderOf(db, scope, span, letsBuyersChooseQuantity))
    .groupBy(sql`1`);

/** Orders with and without extras on pages that offer extras, with their first payments in US cents. */
export async function sumOrdersByExtras(
  db: Db,
  scope: AnalyticsTarget,
  span: BucketSpan,
): Promise<ExtraAverages | null> {
  const hasExtras = sql<boolean>`cardinality(${orders.bumps}) > 0`;
  const rows = await db
    .select({
      hasExtras,
      orders: count(),
      usdTotal: sql`coalesce(sum(${sales.usdCents}), 0)`.mapWith(Number),
    })
    .from(orders)
    .leftJoin(sales, and(eq(sales.attemptId, orders.attemptId), not(sales.renewal)))
    .where(isPaidOrderOf(db, scope, span, offersExtras))
    .groupBy(hasExtras);
  if (rows.length === 0) return null;
  const sumsOf = (wanted: boolean) => {
    const row = rows.find((one) => one.hasExtras === wanted);
    return { orders: row?.orders ?? 0, usdTotal: row?.usdTotal ?? 0 };
  };
  return { with: sumsOf(true), without: sumsOf(false) };
}
