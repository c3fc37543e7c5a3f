/** Writes orders of any number and state directly into the ledger tables. Used by tests only. */
import { eq } from 'drizzle-orm';

import { searchTextOf } from '#domain/order-filter.ts';

import { attempts, counters, orders } from './db/schema-money.ts';
import type { Sold } from './testing-orders.ts';

export type Written = Partial<
  Omit<typeof orders.$inferInsert, 'id' | 'number' | 'attemptId' | 'sessionId' | 'search'>
>;

/** Writes copies of the sold order, each with its changes and the next order number. */
export async function writeOrders({ shop, orderId }: Sold, changes: readonly Written[]): Promise<string[]> {
  return shop.context.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
    const [attempt] = await tx
      .select()
      .from(attempts)
      .where(eq(attempts.id, order?.attemptId ?? ''));
    const [counter] = await tx
      .select()
      .from(counters)
      .where(eq(counters.sellerId, order?.sellerId ?? ''));
    if (!order || !attempt || !counter) throw new Error('Nothing was sold');
    const rows = changes.map((change, place) => {
      const row = { ...order, ...change, number: Number(counter.lastOrder) + 1 + place };
      const made = {
        id: crypto.randomUUID(),
        attemptId: crypto.randomUUID(),
        sessionId: crypto.randomUUID(),
      };
      const search = searchTextOf(row.number, row.email ?? null, row.buyerName ?? null, row.productName);
      return { ...row, ...made, search };
    });
    for (let from = 0; from < rows.length; from += 500) {
      const some = rows.slice(from, from + 500);
      await tx.insert(attempts).values(
        some.map(({ attemptId: id, sessionId, pageId, createdAt }) => {
          return { ...attempt, id, sessionId, pageId, createdAt, token: crypto.randomUUID() };
        }),
      );
      await tx.insert(orders).values(some);
    }
    await tx
      .update(counters)
      .set({ lastOrder: Number(counter.lastOrder) + rows.length })
      .where(eq(counters.sellerId, order.sellerId));
    return rows.map(({ id }) => id);
  });
}
