import { type WebhookEventType, TEST_EVENT } from '#domain/webhook-event.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import {
  insertDeliveries,
  insertWebhookEvents,
  type EventTarget,
  type NewWebhookEvent,
  findDeliveryId,
} from '#server/webhooks/queries/deliveries.ts';
import {
  listSubscribedEndpoints,
  type SubscribedEndpoint,
  type WebhookEndpointRow,
} from '#server/webhooks/queries/endpoints.ts';

import { renderEventBody, type WebhookData } from './event-schemas.ts';

/** Creates a test event for one endpoint only. Returns the id of its delivery. */
export async function emitTestWebhook(
  context: Context,
  tx: Db,
  { id: endpointId, sellerId }: WebhookEndpointRow,
): Promise<string> {
  const now = context.realNow();
  const messageId = crypto.randomUUID();
  const data: WebhookData<typeof TEST_EVENT> = {
    endpointId,
    message: 'This is a test. If you can verify its signature, everything else will arrive as well.',
  };
  await insertWebhookEvents(tx, [
    {
      id: messageId,
      mode: context.mode,
      sellerId,
      key: `${TEST_EVENT} ${messageId}`,
      type: TEST_EVENT,
      orderingKey: null,
      orderNumber: null,
      body: renderEventBody(TEST_EVENT, now, data),
      summary: 'This is a test. Events of your pages will be described here.',
      createdAt: now,
    },
  ]);
  await insertDeliveries(tx, [{ messageId, endpointId }], now);
  return findDeliveryId(tx, messageId, endpointId);
}

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
export async function emitToEndpoints(
  context: Context,
  tx: Db,
  endpoints: readonly SubscribedEndpoint[],
  events: readonly OutgoingEvent[],
): Promise<boolean> {
  const now = context.realNow();
  const messages: NewWebhookEvent[] = [];
  const deliveries: EventTarget[] = [];
  for (const event of events) {
    const targets = endpoints.filter(
      (endpoint) => endpoint.sellerId === event.sellerId && isSubscribed(endpoint, event),
    );
    if (targets.length === 0) continue;
    const { buildContent, at, subject: orderingKey, ...columns } = event;
    const { data, sentence } = buildContent();
    const id = crypto.randomUUID();
    const body = renderEventBody(event.type, at, data);
    messages.push({
      ...columns,
      orderingKey,
      id,
      mode: context.mode,
      body,
      summary: sentence,
      createdAt: now,
    });
    deliveries.push(...targets.map((endpoint) => ({ messageId: id, endpointId: endpoint.id })));
  }
  if ((await insertWebhookEvents(tx, messages)) === 0) return false;
  await insertDeliveries(tx, deliveries, now);
  return true;
}

const isSubscribed = ({ events }: SubscribedEndpoint, { type }: OutgoingEvent): boolean =>
  events.length === 0 || events.includes(type);
