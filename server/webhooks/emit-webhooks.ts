import type { WebhookEventType } from '#domain/webhook-event.ts';
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
import { lockEventLogs } from '#server/webhooks/queries/event-log.ts';

import { buildExampleData } from './event-examples.ts';
import { renderEventBody, type EventBody } from './event-schemas.ts';
import { describeTestEvent } from './event-sentences.ts';

/** An event for the event log and for subscribed endpoints. */
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
  data: EventBody['data'];
  /** For chat channels. */
  sentence: string;
};

/**
 * Stores events in the transaction that causes them, with a delivery for each subscribed endpoint. Returns whether there are
 * new deliveries: the caller then wakes the `deliveries` worker after the commit.
 */
export async function emitWebhooks(
  context: Pick<Context, 'mode' | 'realNow'>,
  tx: Db,
  events: readonly OutgoingEvent[],
): Promise<boolean> {
  if (events.length === 0) return false;
  const sellerIds = [...new Set(events.map(({ sellerId }) => sellerId))];
  await lockEventLogs(tx, sellerIds);
  const endpoints = await listSubscribedEndpoints(tx, context.mode, sellerIds);
  const stored = events.map((event) => toStoredEvent(context, event));
  const isSubscriber = (event: OutgoingEvent) => (endpoint: SubscribedEndpoint) =>
    endpoint.sellerId === event.sellerId && isSubscribed(endpoint, event);
  const targets = events.flatMap((event, at): EventTarget[] =>
    endpoints
      .filter(isSubscriber(event))
      .map(({ id: endpointId }) => ({ messageId: stored[at]?.id ?? '', endpointId })),
  );
  if ((await insertWebhookEvents(tx, stored)) === 0) return false;
  return (await insertDeliveries(tx, targets, context.realNow())).length > 0;
}

/** Emits an example of an event to one endpoint, whatever it is subscribed to. Returns the id of its delivery. */
export async function emitTestWebhook(
  context: Context,
  tx: Db,
  { id: endpointId, sellerId }: WebhookEndpointRow,
  type: WebhookEventType,
): Promise<string> {
  const event = toStoredEvent(
    context,
    {
      sellerId,
      key: `test ${crypto.randomUUID()}`,
      type,
      subject: null,
      orderNumber: null,
      at: context.realNow(),
      data: buildExampleData(type),
      sentence: describeTestEvent(),
    },
    { test: true },
  );
  await insertWebhookEvents(tx, [event]);
  const [deliveryId] = await insertDeliveries(tx, [{ messageId: event.id, endpointId }], context.realNow());
  if (deliveryId === undefined) throw new Error('The test event was not stored');
  return deliveryId;
}

function toStoredEvent(
  { mode, realNow }: Pick<Context, 'mode' | 'realNow'>,
  { data, sentence: summary, at, subject: orderingKey, type, ...columns }: OutgoingEvent,
  { test }: { test?: true } = {},
): NewWebhookEvent {
  const id = crypto.randomUUID();
  const body = renderEventBody({ id, type, mode, createdAt: at.toISOString(), test, data });
  return { ...columns, id, mode, type, orderingKey, body, summary, logged: !test, createdAt: realNow() };
}

const isSubscribed = ({ events }: SubscribedEndpoint, { type }: OutgoingEvent): boolean =>
  events.length === 0 || events.includes(type);
