import type { OrderEventFacts, OrderEventKind } from '#domain/order-event.ts';

import type { Db } from './client.ts';
import { orderEvents } from './schema-ledger.ts';

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
