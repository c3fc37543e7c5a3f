import { and, asc, desc, eq, sql } from 'drizzle-orm';

import type { OrderEventFacts, OrderEventKind } from '#domain/order-event.ts';

import type { Db } from './client.ts';
import { isOneOf } from './many-rows.ts';
import { orderEvents } from './schema-ledger.ts';

export type OrderEventRow = typeof orderEvents.$inferSelect;

export type NewOrderEvent = {
  attemptId: string;
  /** Names what happened: the same is never told twice. */
  key: string;
  kind: OrderEventKind;
  facts?: OrderEventFacts;
  at: Date;
};

/** Tells of what happened to orders, in the transaction that does it; what is told already is left as it is. */
export async function insertOrderEvents(tx: Db, events: readonly NewOrderEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insert(orderEvents)
    .values(events.map((event) => ({ ...event, id: crypto.randomUUID() })))
    .onConflictDoNothing({ target: [orderEvents.attemptId, orderEvents.key] });
}

/** What is told of these, the oldest first. */
export const listOrderEventsOf = (db: Db, attemptIds: readonly string[]): Promise<OrderEventRow[]> =>
  db
    .select()
    .from(orderEvents)
    .where(isOneOf(orderEvents.attemptId, attemptIds, 'uuid'))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id));

/** Notes who did what the newest event of a kind tells of, unless it is known. */
export async function updateNewestEventBy(
  db: Db,
  attemptId: string,
  kind: OrderEventKind,
  by: NonNullable<OrderEventFacts['by']>,
): Promise<void> {
  const [newest] = await db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.attemptId, attemptId), eq(orderEvents.kind, kind)))
    .orderBy(desc(orderEvents.at), desc(orderEvents.id))
    .limit(1);
  if (!newest) return;
  const facts = sql`${JSON.stringify({ by })}::jsonb || ${orderEvents.facts}`;
  await db.update(orderEvents).set({ facts }).where(eq(orderEvents.id, newest.id));
}
