/** Writes orders of any number and state directly into the ledger tables. Used by tests only. */
import { eq } from 'drizzle-orm';

import { normalizeSearchText } from '#domain/order-filter.ts';

import { checkoutAttempts, orderCounters, orders } from './db/schema-money.ts';
import type { SoldOrder } from './testing-orders.ts';

export type OrderOverrides = Partial<
  Omit<typeof orders.$inferInsert, 'id' | 'number' | 'attemptId' | 'sessionId' | 'search'>
>;

/** Writes copies of the sold order, each with its changes and the next order number. */
export async function insertOrders({ app, orderId }: SoldOrder, changes: readonly OrderOverrides[]): Promise<string[]> {
  return app.context.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
    const [attempt] = await tx
      .select()
      .from(checkoutAttempts)
      .where(eq(checkoutAttempts.id, order?.attemptId ?? ''));
    const [counter] = await tx
      .select()
      .from(orderCounters)
      .where(eq(orderCounters.sellerId, order?.sellerId ?? ''));
    if (!order || !attempt || !counter) throw new Error('Nothing was sold');
    const rows = changes.map((change, index) => {
      const row = { ...order, ...change, number: Number(counter.lastOrderNumber) + 1 + index };
      const newIds = {
        id: crypto.randomUUID(),
        attemptId: crypto.randomUUID(),
        sessionId: crypto.randomUUID(),
      };
      const search = normalizeSearchText(row.number, row.email ?? null, row.buyerName ?? null, row.productName);
      return { ...row, ...newIds, search };
    });
    for (let start = 0; start < rows.length; start += 500) {
      const batch = rows.slice(start, start + 500);
      await tx.insert(checkoutAttempts).values(
        batch.map(({ attemptId: id, sessionId, pageId, createdAt }) => {
          return { ...attempt, id, sessionId, pageId, createdAt, token: crypto.randomUUID() };
        }),
      );
      await tx.insert(orders).values(batch);
    }
    await tx
      .update(orderCounters)
      .set({ lastOrderNumber: Number(counter.lastOrderNumber) + rows.length })
      .where(eq(orderCounters.sellerId, order.sellerId));
    return rows.map(({ id }) => id);
  });
}
