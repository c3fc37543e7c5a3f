import { and, eq, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { insertMany } from './many-rows.ts';
import { webhookDeliveries, webhookEvents } from './schema-webhooks.ts';

/** An event to store; the database assigns its position. */
export type NewWebhookEvent = Omit<typeof webhookEvents.$inferSelect, 'position'>;
export type EventTarget = { messageId: string; endpointId: string };

/** Inserts events; returns how many were new. */
export const insertWebhookEvents = (tx: Db, events: readonly NewWebhookEvent[]): Promise<number> =>
  insertMany(
    tx,
    webhookEvents,
    events.map((event) => ({ ...event, position: 0 })),
    true,
  );

/** Creates the deliveries of events, except existing ones. Due at `now`, system time. */
export async function insertDeliveries(tx: Db, targets: readonly EventTarget[], now: Date): Promise<void> {
  if (targets.length === 0) return;
  await tx.execute(
    sql`insert into ${webhookDeliveries}
      (id, endpoint_id, message_id, position, subject, status, next_at, created_at)
      select gen_random_uuid(), told."endpointId", message.id, message.position, message.subject, 'waiting',
        ${now.toISOString()}::timestamptz, message.created_at
      from json_to_recordset(${JSON.stringify(targets)}::text::json) as told("messageId" uuid, "endpointId" uuid)
      join ${webhookEvents} message on message.id = told."messageId"
      on conflict do nothing`,
  );
}

export async function findDeliveryId(db: Db, messageId: string, endpointId: string): Promise<string> {
  const [row] = await db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.messageId, messageId), eq(webhookDeliveries.endpointId, endpointId)));
  if (!row) throw new Error('A delivery was not found after it was written');
  return row.id;
}
