/** Compares outgoing webhooks with the order timelines. For tests only. */
import { asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { WEBHOOK_OF } from '#domain/webhook-event.ts';

import { orderEvents } from '#server/db/schema-ledger.ts';
import { attempts } from '#server/db/schema-money.ts';
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '#server/db/schema-webhooks.ts';

import type { Play } from './testing-ledger-play.ts';

/**
 * Every timeline event of a seller with an endpoint has exactly one webhook message, in the order of recording. Events
 * recorded before their order are sent with the order, sorted by time. Sellers without an endpoint have no messages.
 */
export async function compareTold({ shop }: Play): Promise<void> {
  const { db } = shop.context;
  const listening = (await db.select().from(webhookEndpoints)).map(({ sellerId }) => sellerId);
  const rows = await db
    .select({ event: orderEvents, sellerId: attempts.sellerId })
    .from(orderEvents)
    .innerJoin(attempts, eq(attempts.id, orderEvents.attemptId))
    // These rows are never updated, so `ctid` is the order of insertion.
    .orderBy(sql`order_events.ctid`);
  const heard = rows.filter(({ sellerId }) => listening.includes(sellerId)).map(({ event }) => event);
  const wanted = [...Map.groupBy(heard, ({ attemptId }) => attemptId)].map(([attemptId, events]) => {
    const isEarly = events[0]?.kind !== 'pressed_pay';
    const told = events.filter(({ kind }) => WEBHOOK_OF[kind]);
    return { attemptId, keys: told.map(({ key }) => `${attemptId} ${key}`), isEarly };
  });
  const messages = await db.select().from(webhookMessages).orderBy(asc(webhookMessages.position));
  const orders = messages.filter(({ orderNumber }) => orderNumber !== null);
  const bySubject = Map.groupBy(orders, ({ subject }) => subject);
  for (const { attemptId, keys, isEarly } of wanted) {
    const told = (bySubject.get(attemptId) ?? []).map(({ key }) => key);
    if (isEarly) expect(told.toSorted()).toEqual(keys.toSorted());
    else expect(told).toEqual(keys);
  }
  expect(orders).toHaveLength(wanted.flatMap(({ keys }) => keys).length);
  const sent = await db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.position));
  expect(sent.map(({ messageId }) => messageId)).toEqual(messages.map(({ id }) => id));
}
