/** What a seller's programs were told, beside what stands in the timelines of their orders. Seen by tests only. */
import { asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { WEBHOOK_OF } from '#domain/webhook-event.ts';

import { orderEvents } from '#server/db/schema-ledger.ts';
import { attempts } from '#server/db/schema-money.ts';
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '#server/db/schema-webhooks.ts';

import type { Play } from './testing-ledger-play.ts';

/**
 * Everything that a timeline tells was told to whoever listens, once and in the order in which the books learned of it;
 * what was there before the order, with the order, by when it happened. Whoever does not listen is told nothing.
 */
export async function compareTold({ shop }: Play): Promise<void> {
  const { db } = shop.context;
  const listening = (await db.select().from(webhookEndpoints)).map(({ sellerId }) => sellerId);
  const rows = await db
    .select({ event: orderEvents, sellerId: attempts.sellerId })
    .from(orderEvents)
    .innerJoin(attempts, eq(attempts.id, orderEvents.attemptId))
    // Nothing of a history changes such a row: they lie as they came.
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
