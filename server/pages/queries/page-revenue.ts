import { and, asc, eq, inArray, isNotNull, sql, gt } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { orders, sales, checkoutAttempts } from '#server/db/schema-orders.ts';

const netAmount = sql<number>`sum(${sales.amount} - ${sales.refunded} - ${sales.lost})`;

/** Net revenue of each page of a seller, including renewals, per currency in minor units. */
export const sumNetRevenue = (
  db: Db,
  sellerId: string,
  mode: Mode,
): Promise<{ pageId: string; currency: string; amount: number }[]> =>
  db
    .select({ pageId: checkoutAttempts.pageId, currency: sales.currency, amount: netAmount.mapWith(Number) })
    .from(sales)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, sales.attemptId))
    .where(and(eq(sales.mode, mode), eq(sales.sellerId, sellerId)))
    .groupBy(checkoutAttempts.pageId, sales.currency)
    .having(gt(netAmount, 0))
    .orderBy(asc(sales.currency));

type CouponRevenue = { code: string; currency: string; discount: number; net: number };

/** Number of discounted payments: each subscription payment is discounted; an order of 0 counts once. */
const paymentCount = sql`greatest(1, (select count(*) from ${sales} where ${sales.attemptId} = ${orders.attemptId}))`;

/** Discounts and net revenue of each coupon code in a page's paid orders, per currency. */
export async function listCouponRevenue(
  db: Db,
  sellerId: string,
  mode: Mode,
  pageId: string,
): Promise<CouponRevenue[]> {
  const rows = await db
    .select({
      code: orders.couponCode,
      currency: orders.currency,
      discount: sql<string>`sum(${orders.discount} * ${paymentCount})`,
      net: sql<string>`sum(${orders.received} - ${orders.refunded} - ${orders.lost})`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.mode, mode),
        eq(orders.sellerId, sellerId),
        eq(orders.pageId, pageId),
        isNotNull(orders.couponCode),
        inArray(orders.state, ['paid', 'partly_refunded', 'refunded']),
      ),
    )
    .groupBy(orders.couponCode, orders.currency)
    .orderBy(asc(orders.couponCode), asc(orders.currency));
  return rows.flatMap(({ code, currency, discount, net }) =>
    code === null ? [] : [{ code, currency, discount: Number(discount), net: Number(net) }],
  );
}
