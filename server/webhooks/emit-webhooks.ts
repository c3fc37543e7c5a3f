import { webhookSentences } from '#content/messages/webhook-sentences.ts';
import { type SentEventType, type WebhookEventType, TEST_EVENT } from '#domain/webhook-event.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import {
  insertDeliveries,
  insertWebhookEvents,
  type EventTarget,
  type NewWebhookEvent,
} from '#server/webhooks/queries/deliveries.ts';
import {
  listSubscribedEndpoints,
  type SubscribedEndpoint,
  type WebhookEndpointRow,
} from '#server/webhooks/queries/endpoints.ts';

import { renderEventBody, type WebhookData } from './event-schemas.ts';

/** Content of an event: data for programs and a sentence for chat channels. */
export type WebhookContent = { data: object; sentence: string };

/** An event that subscribed endpoints receive. */
export type OutgoingEvent = {
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
  buildContent: () => WebhookContent;
};

/**
 * Emits events to sellers' endpoints in the transaction that causes them. Returns whether there are new deliveries: the
 * caller then wakes the `deliveries` worker after the commit.
 */
export async function emitWebhooks(context: Context, tx: Db, events: readonly OutgoingEvent[]): Promise<boolean> {
  if (events.length === 0) return false;
  const sellerIds = [...new Set(events.map(({ sellerId }) => sellerId))];
  return emitToEndpoints(context, tx, await listSubscribedEndpoints(tx, context.mode, sellerIds), events);
}

/** Emits events to endpoints that are already loaded. */
export const emitToEndpoints = async (
  context: Context,
  tx: Db,
  endpoints: readonly SubscribedEndpoint[],
  events: readonly OutgoingEvent[],
): Promise<boolean> => (await storeEvents(context, tx, endpoints, events)).length > 0;

/** Emits a test event to one endpoint, whatever it is subscribed to. Returns the id of its delivery. */
export async function emitTestWebhook(context: Context, tx: Db, { id, sellerId }: WebhookEndpointRow): Promise<string> {
  const data: WebhookData<typeof TEST_EVENT> = {
    endpointId: id,
    message: webhookSentences.test.message,
  };
  const event: StoredEvent = {
    sellerId,
    key: `${TEST_EVENT} ${crypto.randomUUID()}`,
    type: TEST_EVENT,
    subject: null,
    orderNumber: null,
    at: context.realNow(),
    buildContent: () => ({ data, sentence: webhookSentences.test.sentence }),
  };
  const [deliveryId] = await storeEvents(context, tx, [{ id, sellerId, events: [] }], [event]);
  if (deliveryId === undefined) throw new Error('The test event was not stored');
  return deliveryId;
}

type StoredEvent = Omit<OutgoingEvent, 'type'> & { type: SentEventType };

/** Stores the events that an endpoint is subscribed to, with their deliveries. Returns the ids of the new deliveries. */
async function storeEvents(
  context: Context,
  tx: Db,
  endpoints: readonly SubscribedEndpoint[],
  events: readonly StoredEvent[],
): Promise<string[]> {
  const now = context.realNow();
  const messages: NewWebhookEvent[] = [];
  const deliveries: EventTarget[] = [];
  for (const event of events) {
    const targets = endpoints.filter(
      (endpoint) => endpoint.sellerId === event.sellerId && isSubscribed(endpoint, event),
    );
    if (targets.length === 0) continue;
    const { buildContent, at, subject: orderingKey, ...columns } = event;
    const { data, sentence: summary } = buildContent();
    const id = crypto.randomUUID();
    const body = renderEventBody(event.type, at, data);
    messages.push({ ...columns, orderingKey, id, mode: context.mode, body, summary, createdAt: now });
    deliveries.push(...targets.map((endpoint) => ({ messageId: id, endpointId: endpoint.id })));
  }
  if ((await insertWebhookEvents(tx, messages)) === 0) return [];
  return insertDeliveries(tx, deliveries, now);
}

const isSubscribed = ({ events }: SubscribedEndpoint, { type }: StoredEvent): boolean =>
  events.length === 0 || events.some((subscribed) => subscribed === type);
