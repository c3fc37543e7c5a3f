import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { orders, sales } from './schema-money.ts';

export type CouponMoney = { code: string; currency: string; discount: number; net: number };

/** Each payment of a subscription is less by the discount; an order over nothing has none, and one discount. */
const payments = sql`greatest(1, (select count(*) from ${sales} where ${sales.attemptId} = ${orders.attemptId}))`;

/** What each code of a page took off its paid orders, and what stayed of them, per currency. */
export async function listCouponMoney(
  db: Db,
  sellerId: string,
  mode: Mode,
  pageId: string,
): Promise<CouponMoney[]> {
  const rows = await db
    .select({
      code: orders.couponCode,
      currency: orders.currency,
      discount: sql<string>`sum(${orders.discount} * ${payments})`,
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
