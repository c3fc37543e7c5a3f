import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { orders, sales } from './schema-money.ts';

export type CouponRevenue = { code: string; currency: string; discount: number; net: number };

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
