import type { WebhookEventType } from '#domain/webhook-event.ts';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { listListening, type ListeningEndpoint } from '#server/db/webhook-endpoints.ts';
import {
  insertDeliveries,
  insertMessages,
  type Addressed,
  type NewWebhookMessage,
} from '#server/db/webhook-messages.ts';

import { bodyText } from './webhook-body.ts';

/** Content of an event: data for programs and a sentence for chat channels. */
export type Said = { data: object; sentence: string };

/** An event that subscribed endpoints receive. */
export type ToldWebhook = {
  sellerId: string;
  /** Unique key of the event: the same key is never sent twice. */
  key: string;
  type: WebhookEventType;
  /** Events with the same subject (checkout attempt or page) are delivered in order. Null: the event waits for none. */
  subject: string | null;
  orderNumber: number | null;
  /** When it happened, by the business clock. */
  at: Date;
  /** Called only if an endpoint is subscribed. */
  say: () => Said;
};

/**
 * Emits events to sellers' endpoints in the transaction that causes them. Returns whether there are new deliveries: the
 * caller then wakes the `deliveries` worker after the commit.
 */
export async function tellWebhooks(context: Context, tx: Db, told: readonly ToldWebhook[]): Promise<boolean> {
  if (told.length === 0) return false;
  const sellerIds = [...new Set(told.map(({ sellerId }) => sellerId))];
  return tellListening(context, tx, await listListening(tx, context.mode, sellerIds), told);
}

/** Emits events to endpoints that are already loaded. */
export async function tellListening(
  context: Context,
  tx: Db,
  listening: readonly ListeningEndpoint[],
  told: readonly ToldWebhook[],
): Promise<boolean> {
  const now = context.realNow();
  const messages: NewWebhookMessage[] = [];
  const addressed: Addressed[] = [];
  for (const one of told) {
    const to = listening.filter((endpoint) => endpoint.sellerId === one.sellerId && wants(endpoint, one));
    if (to.length === 0) continue;
    const { say, at, ...columns } = one;
    const { data, sentence } = say();
    const id = crypto.randomUUID();
    const body = bodyText(one.type, at, data);
    messages.push({ ...columns, id, mode: context.mode, body, sentence, createdAt: now });
    addressed.push(...to.map((endpoint) => ({ messageId: id, endpointId: endpoint.id })));
  }
  if ((await insertMessages(tx, messages)) === 0) return false;
  await insertDeliveries(tx, addressed, now);
  return true;
}

const wants = ({ events }: ListeningEndpoint, { type }: ToldWebhook): boolean =>
  events.length === 0 || events.includes(type);
