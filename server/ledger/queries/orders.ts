import { and, asc, count, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { Mode } from '#domain/payment-mode.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { findRow, hasValues } from '#server/db/rows.ts';
import { orderCounters, orders } from '#server/db/schema-orders.ts';

export type Order = typeof orders.$inferSelect;

export const findOrder = (db: Db, mode: Mode, accountId: string, sessionId: string): Promise<Order | null> =>
  findRow(db, orders, { mode, accountId, sessionId });

export const findSellerOrder = (db: Db, sellerId: string, mode: Mode, id: string): Promise<Order | null> =>
  findRow(db, orders, { mode, sellerId, id });

/**
 * Marks an order as changed when only its refunds change. Called before other rows of the ledger are locked, because the
 * ledger writes orders first.
 */
export async function touchOrder(
  tx: Db,
  order: { id: string; sellerId: string } | { attemptId: string },
  now: Date,
): Promise<void> {
  await tx.update(orders).set({ updatedAt: now }).where(hasValues(orders, order));
}

const firstOrders = alias(orders, 'first_orders');

/** Matches the orders of the customer that has this id, or an order with it. */
export const isOrderOfCustomerId = (sellerId: string, mode: Mode, id: string): SQL =>
  sql`lower(${orders.email}) = (select lower(${firstOrders.email}) from ${orders} "first_orders" where ${hasValues(firstOrders, { sellerId, mode, id })})`;

/** The customer of each order, which has the id of the first order with the same email address. */
export async function listCustomerIds(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map();
  const hasSameEmail = and(
    eq(firstOrders.mode, orders.mode),
    eq(firstOrders.sellerId, orders.sellerId),
    eq(sql`lower(${firstOrders.email})`, sql`lower(${orders.email})`),
  );
  const rows = await db
    .selectDistinctOn([orders.id], { orderId: orders.id, customerId: firstOrders.id })
    .from(orders)
    .innerJoin(firstOrders, hasSameEmail)
    .where(isOneOf(orders.id, orderIds, 'uuid'))
    .orderBy(asc(orders.id), asc(firstOrders.number));
  return new Map(rows.map(({ orderId, customerId }) => [orderId, customerId]));
}

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
