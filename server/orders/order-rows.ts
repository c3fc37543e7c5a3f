import type { OrderRow } from '#domain/order.ts';
import type { Db } from '#server/db/client.ts';
import { toOrderRow } from '#server/ledger/order-views.ts';
import { listPaymentPlans, listQuantities } from '#server/ledger/queries/ledger-rows.ts';
import type { Order } from '#server/ledger/queries/orders.ts';

/** Loads the quantities and payment plans of orders and returns the orders as lists show them. */
export async function loadOrderRows(db: Db, orders: readonly Order[]): Promise<OrderRow[]> {
  const attemptIds = orders.map(({ attemptId }) => attemptId);
  const quantities = await listQuantities(db, attemptIds);
  const paymentPlans = await listPaymentPlans(db, attemptIds);
  return orders.map((order) =>
    toOrderRow(order, {
      quantity: quantities.get(order.attemptId) ?? 1,
      paymentPlan: paymentPlans.get(order.attemptId) ?? null,
    }),
  );
}
