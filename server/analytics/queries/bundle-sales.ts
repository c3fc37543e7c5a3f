import { and, count, eq, isNull, notInArray, sql } from 'drizzle-orm';

import type { BundleSales } from '#domain/analytics.ts';
import type { Db } from '#server/db/client.ts';
import { refundLines, refunds } from '#server/db/schema-ledger.ts';
import { orderLines, orders } from '#server/db/schema-orders.ts';

import type { AnalyticsTarget, BucketSpan } from './page-views.ts';
import { isInSpan } from './revenue.ts';

const refunded = sql`(select coalesce(sum(${refundLines.amount}), 0) from ${refundLines}
  join ${refunds} on ${refunds.id} = ${refundLines.refundId}
  where ${refundLines.orderLineId} = ${orderLines.id} and ${refunds.state} not in ('failed', 'canceled'))`;

/**
 * Orders of bundles that delivered the product of a page, and what of them is for the product, net of refunds of its line. They
 * count for the pages of the bundles. Null for all pages together.
 */
export async function sumBundleSales(db: Db, scope: AnalyticsTarget, span: BucketSpan): Promise<BundleSales | null> {
  if (scope.pageId === null) return null;
  const rows = await db
    .select({
      currency: orders.currency,
      orders: count(),
      net: sql`coalesce(sum(${orderLines.total} - ${refunded}), 0)`.mapWith(Number),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.attemptId, orderLines.attemptId))
    .where(
      and(
        eq(orderLines.itemPageId, scope.pageId),
        isNull(orderLines.alreadyPaid),
        isInSpan(orders, { ...scope, pageId: null }, orders.paidAt, span),
        notInArray(orders.state, ['pending', 'failed']),
      ),
    )
    .groupBy(orders.currency)
    .orderBy(orders.currency);
  if (rows.length === 0) return null;
  return {
    orders: rows.reduce((total, row) => total + row.orders, 0),
    money: rows.map(({ currency, net }) => ({ currency, net })),
  };
}
