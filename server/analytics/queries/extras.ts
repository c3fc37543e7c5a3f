import { and, count, eq, notInArray, sql, sum } from 'drizzle-orm';

import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { refundLines, refunds } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, orderLines, orders, sales } from '#server/db/schema-orders.ts';
import { pageVersions } from '#server/db/schema-pages.ts';

import type { AnalyticsTarget, BucketSpan } from './page-views.ts';
import { isInSpan, type PaymentSum } from './revenue.ts';

/** Paid orders by what their buyers could add and what they added. */
export const countOrdersByExtras = (db: Db, scope: AnalyticsTarget, span: BucketSpan) =>
  db
    .select({ versionId: orders.versionId, plan: checkoutAttempts.plan, bumps: orders.bumps, orders: count() })
    .from(orders)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, orders.attemptId))
    .where(and(isInSpan(orders, scope, orders.paidAt, span), notInArray(orders.state, ['pending', 'failed'])))
    .groupBy(orders.versionId, checkoutAttempts.plan, orders.bumps);

export const listVersionConfigs = (db: Db, versionIds: readonly string[]) =>
  db
    .select({ id: pageVersions.id, schema: pageVersions.schema, config: pageVersions.config })
    .from(pageVersions)
    .where(isOneOf(pageVersions.id, versionIds, 'uuid'));

const sumRecurring = (column: 'total' | 'subtotal') =>
  sql`(select sum(l.${sql.identifier(column)}) from ${orderLines} l where l.attempt_id = ${sales.attemptId} and l.kind = 'recurring')`;
/**
 * Amount of a line in a payment. The first one contains nothing that is due after a free trial. A renewal contains the recurring
 * lines, with or without a discount that may have ended, unless its amount was changed at Stripe.
 */
const lineAmount = sql`case when not ${sales.renewal} then case when ${orderLines.afterTrial} then 0 else ${orderLines.total} end
  when ${orderLines.kind} = 'recurring' and ${sales.amount} = ${sumRecurring('total')} then ${orderLines.total}
  when ${orderLines.kind} = 'recurring' and ${sales.amount} = ${sumRecurring('subtotal')} then ${orderLines.subtotal}
  else 0 end`;
const lineRefund = sql`(select coalesce(sum(rl.amount), 0) from ${refundLines} rl join ${refunds} r on r.id = rl.refund_id
  where rl.order_line_id = ${orderLines.id} and r.sale_id = ${sales.id} and r.state not in ('asked', 'failed', 'canceled'))`;

/** Payments of the extras of orders, like `sumPayments`. A dispute that takes the whole payment takes all of its lines. */
export async function sumExtraPayments(db: Db, scope: AnalyticsTarget, span: BucketSpan): Promise<PaymentSum[]> {
  const shares = db
    .select({
      key: orderLines.key,
      currency: sales.currency,
      usdCents: sales.usdCents,
      usdRefunded: sales.usdRefunded,
      amount: sales.amount,
      reversed: sql<number>`${sales.refunded} + ${sales.lost}`.as('reversed'),
      lineAmount: sql<number>`${lineAmount}`.as('line_amount'),
      lineRefund: sql<number>`${lineRefund}`.as('line_refund'),
      lineLost: sql<number>`case when ${sales.lost} >= ${sales.amount} then ${lineAmount} else 0 end`.as('line_lost'),
    })
    .from(sales)
    .innerJoin(orderLines, eq(orderLines.attemptId, sales.attemptId))
    .where(and(isInSpan(sales, scope, sales.paidAt, span), sql`${orderLines.key} like 'bump:%'`))
    .as('shares');
  return db
    .select({
      key: shares.key,
      currency: shares.currency,
      received: sum(shares.lineAmount).mapWith(Number),
      refunded: sum(shares.lineRefund).mapWith(Number),
      lost: sum(shares.lineLost).mapWith(Number),
      refunds: sql`count(*) filter (where ${shares.lineRefund} > 0)`.mapWith(Number),
      usdReceived:
        sql`coalesce(sum(round(${shares.usdCents}::numeric * ${shares.lineAmount} / nullif(${shares.amount}, 0))), 0)`.mapWith(
          Number,
        ),
      usdReturned:
        sql`coalesce(sum(round(${shares.usdRefunded}::numeric * (${shares.lineRefund} + ${shares.lineLost}) / nullif(${shares.reversed}, 0))), 0)`.mapWith(
          Number,
        ),
      usdOrders: sql`0`.mapWith(Number),
    })
    .from(shares)
    .groupBy(shares.key, shares.currency);
}
