import type { OrderRow } from '#domain/order.ts';
import type { Db } from '#server/db/client.ts';
import { toOrderRow } from '#server/ledger/order-views.ts';
import { listQuantities } from '#server/ledger/queries/ledger-rows.ts';
import type { Order } from '#server/ledger/queries/orders.ts';

/** Loads the quantities of orders and returns the orders as lists show them. */
export async function loadOrderRows(db: Db, orders: readonly Order[]): Promise<OrderRow[]> {
  const quantities = await listQuantities(
    db,
    orders.map(({ attemptId }) => attemptId),
  );
  return orders.map((order) => toOrderRow(order, quantities.get(order.attemptId) ?? 1));
}
