import { webhookEventMessages } from '#content/messages/webhook-events.ts';

import type { OrderEventKind } from './order-event.ts';

/** Event types for webhook endpoints, with descriptions. */
export const WEBHOOK_EVENTS = webhookEventMessages;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as readonly WebhookEventType[];
export const isWebhookEventType = (text: string): text is WebhookEventType => Object.hasOwn(WEBHOOK_EVENTS, text);

/** Name of the component of an event type in the OpenAPI document: `OrderPaidEvent`. */
export const toSchemaName = (type: WebhookEventType): string =>
  `${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** Subscribes an endpoint to every event type, including those of later versions. */
export const ALL_EVENTS = '*';
export type SubscribedEvent = WebhookEventType | typeof ALL_EVENTS;

/** Event type of the tests that earlier versions sent, which the delivery log may still contain. */
export const TEST_EVENT = 'webhook.test';
export type SentEventType = WebhookEventType | typeof TEST_EVENT;

/** Webhook event of each order event; null: none. The first payment of a subscription also emits `subscription.started`. */
export const WEBHOOK_EVENT_BY_ORDER_EVENT: Record<OrderEventKind, WebhookEventType | null> = {
  checkout_started: null,
  receipt_queued: null,
  pending: 'order.pending',
  paid: 'order.paid',
  payment_failed: 'order.payment_failed',
  renewed: 'subscription.renewed',
  renewal_failed: 'subscription.renewal_failed',
  renewal_recovered: 'subscription.renewal_recovered',
  refund_asked: 'refund.requested',
  refunded: 'refund.completed',
  refund_failed: 'refund.failed',
  refunded_elsewhere: null,
  disputed: 'dispute.opened',
  dispute_answered: 'dispute.answered',
  dispute_won: 'dispute.won',
  dispute_lost: 'dispute.lost',
  cancellation_set: 'subscription.cancel_scheduled',
  cancellation_undone: 'subscription.cancel_unscheduled',
  subscription_ended: 'subscription.ended',
  // Each deliverable has events of its own: `entitlement.…` and `license.replaced`.
  delivered: null,
  access_paused: null,
  access_resumed: null,
  access_ended: null,
  license_replaced: null,
};

/** Data for the webhook documentation, produced by the delivery code. */
export type WebhookReference = {
  /** A sample request and its signing secret. `body`: the exact signed text. */
  example: { userAgent: string; headers: [name: string, value: string][]; body: string; secret: string };
  /** Field names under `data` by event type. */
  dataFields: Record<WebhookEventType, string[]>;
};
