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

/** What is said of something that has happened: to programs, and in a sentence to people. */
export type Said = { data: object; sentence: string };

/** Something that has happened, for whoever listens. */
export type ToldWebhook = {
  sellerId: string;
  /** Names what happened: the same is never told twice. */
  key: string;
  type: WebhookEventType;
  /** What is told in order: an order's attempt, a page; null: it waits for nothing. */
  subject: string | null;
  orderNumber: number | null;
  /** When it happened, by the business clock. */
  at: Date;
  /** Asked for where somebody listens. */
  say: () => Said;
};

/**
 * Tells sellers' own programs what has happened, in the transaction of what happened. True: something is on its way, and
 * `deliveries` is to be rung after the commit.
 */
export async function tellWebhooks(context: Context, tx: Db, told: readonly ToldWebhook[]): Promise<boolean> {
  if (told.length === 0) return false;
  const sellerIds = [...new Set(told.map(({ sellerId }) => sellerId))];
  return tellListening(context, tx, await listListening(tx, context.mode, sellerIds), told);
}

/** The same, where it is known who listens. */
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
