import { and, count, inArray, sql } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { findRow, hasValues } from '#server/db/rows.ts';
import { orderCounters, orders } from '#server/db/schema-orders.ts';

export type Order = typeof orders.$inferSelect;

export const findOrder = (db: Db, mode: Mode, accountId: string, sessionId: string): Promise<Order | null> =>
  findRow(db, orders, { mode, accountId, sessionId });

export const findSellerOrder = (db: Db, sellerId: string, mode: Mode, id: string): Promise<Order | null> =>
  findRow(db, orders, { mode, sellerId, id });

/**
 * Reserves consecutive order numbers and returns the last number of each seller. The counters stay locked until the
 * transaction ends, so that numbers have no gaps.
 */
export async function reserveOrderNumbers(
  tx: Db,
  mode: Mode,
  requests: readonly { sellerId: string; count: number }[],
): Promise<Map<string, number>> {
  if (requests.length === 0) return new Map();
  // A fixed order prevents deadlocks.
  const { rows } = (await tx.execute(
    sql`insert into ${orderCounters} as c (seller_id, mode, last_order_number)
      select "sellerId", ${mode}::text, count
      from json_to_recordset(${JSON.stringify(requests)}::text::json) as r("sellerId" uuid, count bigint)
      order by "sellerId"
      on conflict (seller_id, mode) do update set last_order_number = c.last_order_number + excluded.last_order_number
      returning c.seller_id as "sellerId", c.last_order_number::text as last`,
  )) as { rows: { sellerId: string; last: string }[] };
  return new Map(rows.map(({ sellerId, last }) => [sellerId, Number(last)]));
}

export const countOrders = async (db: Db, sellerId: string, mode: Mode): Promise<number> =>
  db.$count(orders, hasValues(orders, { mode, sellerId }));

/** Paid and not fully refunded orders per page of a seller. */
export const countPaidOrders = (db: Db, sellerId: string, mode: Mode): Promise<{ pageId: string; count: number }[]> =>
  db
    .select({ pageId: orders.pageId, count: count() })
    .from(orders)
    .where(and(hasValues(orders, { mode, sellerId }), inArray(orders.state, ['paid', 'partly_refunded'])))
    .groupBy(orders.pageId);
