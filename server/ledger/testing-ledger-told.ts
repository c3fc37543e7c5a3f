/** Compares outgoing webhooks with the order timelines. For tests only. */
import { asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { WEBHOOK_EVENT_BY_ORDER_EVENT } from '#domain/webhook-event.ts';

import { orderEvents } from '#server/db/schema-ledger.ts';
import { checkoutAttempts } from '#server/db/schema-money.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '#server/db/schema-webhooks.ts';

import type { LedgerSimulation } from './testing-ledger-play.ts';

/**
 * Every timeline event of a seller with an endpoint has exactly one webhook message, in the order of recording. Events
 * recorded before their order are sent with the order, sorted by time. Sellers without an endpoint have no messages.
 */
export async function compareWebhookMessages({ app }: LedgerSimulation): Promise<void> {
  const { db } = app.context;
  const subscribedSellerIds = (await db.select().from(webhookEndpoints)).map(({ sellerId }) => sellerId);
  const rows = await db
    .select({ event: orderEvents, sellerId: checkoutAttempts.sellerId })
    .from(orderEvents)
    .innerJoin(checkoutAttempts, eq(checkoutAttempts.id, orderEvents.attemptId))
    // These rows are never updated, so `ctid` is the order of insertion.
    .orderBy(sql`order_events.ctid`);
  const subscribedEvents = rows
    .filter(({ sellerId }) => subscribedSellerIds.includes(sellerId))
    .map(({ event }) => event);
  const expected = [...Map.groupBy(subscribedEvents, ({ attemptId }) => attemptId)].map(([attemptId, events]) => {
    const isEarly = events[0]?.kind !== 'pressed_pay';
    const webhookEvents = events.filter(({ kind }) => WEBHOOK_EVENT_BY_ORDER_EVENT[kind]);
    return { attemptId, keys: webhookEvents.map(({ key }) => `${attemptId} ${key}`), isEarly };
  });
  const messages = await db.select().from(webhookEvents).orderBy(asc(webhookEvents.position));
  const orders = messages.filter(({ orderNumber }) => orderNumber !== null);
  const bySubject = Map.groupBy(orders, ({ orderingKey: subject }) => subject);
  for (const { attemptId, keys, isEarly } of expected) {
    const actualKeys = (bySubject.get(attemptId) ?? []).map(({ key }) => key);
    if (isEarly) expect(actualKeys.toSorted()).toEqual(keys.toSorted());
    else expect(actualKeys).toEqual(keys);
  }
  expect(orders).toHaveLength(expected.flatMap(({ keys }) => keys).length);
  const sent = await db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.position));
  expect(sent.map(({ messageId }) => messageId)).toEqual(messages.map(({ id }) => id));
}
