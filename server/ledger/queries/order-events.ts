import { and, asc, desc, eq, sql } from 'drizzle-orm';

import type { OrderEventFacts, OrderEventKind } from '#domain/order-event.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { orderEvents } from '#server/db/schema-ledger.ts';

export type OrderEventRow = typeof orderEvents.$inferSelect;

/** An event of an order's timeline. The second word of `key` names the refund, dispute or payment that it concerns. */
export type OrderTimelineEvent = { key: string; kind: OrderEventKind; facts: OrderEventFacts; at: Date };

/** Records order events, in the transaction of their cause; existing ones stay unchanged. */
export async function insertOrderEvents(
  tx: Db,
  events: readonly (OrderTimelineEvent & { attemptId: string })[],
): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insert(orderEvents)
    .values(events.map((event) => ({ ...event, id: crypto.randomUUID() })))
    .onConflictDoNothing({ target: [orderEvents.attemptId, orderEvents.key] });
}

/** Events of these attempts, oldest first. */
export const listOrderEventsOf = (db: Db, attemptIds: readonly string[]): Promise<OrderEventRow[]> =>
  db
    .select()
    .from(orderEvents)
    .where(isOneOf(orderEvents.attemptId, attemptIds, 'uuid'))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id));

/** Records the actor of the newest event of a kind, unless one is set. */
export async function setNewestEventActor(
  db: Db,
  attemptId: string,
  kind: OrderEventKind,
  actor: NonNullable<OrderEventFacts['by']>,
): Promise<void> {
  const [newest] = await db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.attemptId, attemptId), eq(orderEvents.kind, kind)))
    .orderBy(desc(orderEvents.at), desc(orderEvents.id))
    .limit(1);
  if (!newest) return;
  const facts = sql`${JSON.stringify({ by: actor })}::jsonb || ${orderEvents.facts}`;
  await db.update(orderEvents).set({ facts }).where(eq(orderEvents.id, newest.id));
}
