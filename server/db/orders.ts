import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';

import { ORDER_STATES, ORDERS_PER_PAGE, type OrderState } from '#domain/order.ts';
import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { counters, orders } from './schema-money.ts';
import { pageVersions } from './schema-pages.ts';

export type Order = typeof orders.$inferSelect;
export type NewOrder = Omit<typeof orders.$inferInsert, 'id' | 'number'>;

export async function findOrder(
  db: Db,
  mode: Mode,
  accountId: string,
  sessionId: string,
): Promise<Order | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.mode, mode), eq(orders.accountId, accountId), eq(orders.sessionId, sessionId)));
  return row ?? null;
}

/** A seller's own order. */
export async function findOrderOfSeller(
  db: Db,
  sellerId: string,
  mode: Mode,
  id: string,
): Promise<Order | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.mode, mode), eq(orders.sellerId, sellerId), eq(orders.id, id)));
  return row ?? null;
}

/** The order that an attempt has led to. */
export async function findOrderOfAttempt(
  db: Db,
  sellerId: string,
  mode: Mode,
  attemptId: string,
): Promise<Order | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.mode, mode), eq(orders.sellerId, sellerId), eq(orders.attemptId, attemptId)));
  return row ?? null;
}

/**
 * Records the one order of a provider's session, or moves the one that is there forward; a state never moves
 * back. Runs inside a transaction: the seller's counter is locked, so that numbers have no gaps.
 */
export async function recordOrder(db: Db, order: NewOrder): Promise<void> {
  const { sellerId, mode } = order;
  await db.insert(counters).values({ sellerId, mode, lastOrder: 0 }).onConflictDoNothing();
  const mine = and(eq(counters.sellerId, sellerId), eq(counters.mode, mode));
  const [counter] = await db.select().from(counters).where(mine).for('update');
  const existing = await findOrder(db, mode, order.accountId, order.sessionId);
  if (existing) return moveForward(db, existing, order);
  const number = (counter?.lastOrder ?? 0) + 1;
  await db.insert(orders).values({ ...order, id: crypto.randomUUID(), number });
  await db.update(counters).set({ lastOrder: number }).where(mine);
}

async function moveForward(db: Db, existing: Order, order: NewOrder): Promise<void> {
  const earlier: OrderState[] = ORDER_STATES.slice(0, ORDER_STATES.indexOf(order.state));
  await db
    .update(orders)
    .set({
      state: order.state,
      paidAt: existing.paidAt ?? order.paidAt ?? null,
      paymentIntentId: order.paymentIntentId ?? null,
    })
    .where(and(eq(orders.id, existing.id), inArray(orders.state, earlier)));
}

/** What has been given back of a paid order; less than before where a refund has failed. */
export async function updateOrderRefund(
  db: Db,
  mode: Mode,
  accountId: string,
  sessionId: string,
  state: 'paid' | 'partly_refunded' | 'refunded',
): Promise<void> {
  const paid: OrderState[] = ['paid', 'partly_refunded', 'refunded'];
  await db
    .update(orders)
    .set({ state })
    .where(
      and(
        eq(orders.mode, mode),
        eq(orders.accountId, accountId),
        eq(orders.sessionId, sessionId),
        inArray(orders.state, paid),
      ),
    );
}

/** One page of a seller's orders, newest first; `page` counts from 1. */
export async function listOrders(db: Db, sellerId: string, mode: Mode, page: number) {
  return db
    .select({ order: orders, productName: sql<string>`${pageVersions.config}->>'productName'` })
    .from(orders)
    .innerJoin(pageVersions, eq(pageVersions.id, orders.versionId))
    .where(and(eq(orders.mode, mode), eq(orders.sellerId, sellerId)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(ORDERS_PER_PAGE)
    .offset((page - 1) * ORDERS_PER_PAGE);
}

export async function countOrders(db: Db, sellerId: string, mode: Mode): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(orders)
    .where(and(eq(orders.mode, mode), eq(orders.sellerId, sellerId)));
  return row?.count ?? 0;
}

/** Of each page of a seller, how many orders were paid and not wholly given back. */
export const countPaidOrders = (
  db: Db,
  sellerId: string,
  mode: Mode,
): Promise<{ pageId: string; count: number }[]> =>
  db
    .select({ pageId: orders.pageId, count: count() })
    .from(orders)
    .where(
      and(
        eq(orders.mode, mode),
        eq(orders.sellerId, sellerId),
        inArray(orders.state, ['paid', 'partly_refunded']),
      ),
    )
    .groupBy(orders.pageId);
