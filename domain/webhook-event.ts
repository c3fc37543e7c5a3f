import type { OrderEventKind } from './order-event.ts';

/** Event types for webhook endpoints, with descriptions. */
export const WEBHOOK_EVENTS = {
  'order.pending': 'A buyer has paid by a method that takes days. The money is not there yet.',
  'order.paid': 'The first payment of an order has come in.',
  'order.payment_failed': 'A payment that took days did not come in. The order is void.',
  'refund.requested': 'A refund was asked for and is on its way.',
  'refund.completed': 'Money went back to the buyer, in part or all of it.',
  'refund.failed': 'A refund could not be carried out; the money is back with you.',
  'dispute.opened': 'The buyer’s bank calls a payment into question, or asks about it.',
  'dispute.answered': 'Your answer to a dispute has reached the bank.',
  'dispute.won': 'A dispute was decided for you.',
  'dispute.lost': 'A dispute was decided against you. The money is gone.',
  'subscription.renewed': 'A renewal of a subscription was paid.',
  'subscription.renewal_failed': 'A renewal could not be taken. It may be tried again.',
  'subscription.renewal_recovered': 'A renewal that had failed was paid after all.',
  'subscription.cancellation_set': 'A subscription will end with what is paid for.',
  'subscription.cancellation_undone': 'A subscription that was to end goes on.',
  'subscription.ended': 'A subscription has ended.',
  'page.published': 'A page was published, for the first time or anew.',
  'page.unpublished': 'A page was taken off sale.',
} as const satisfies Record<string, string>;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as readonly WebhookEventType[];
export const isWebhookEventType = (text: string): text is WebhookEventType => Object.hasOwn(WEBHOOK_EVENTS, text);

/** Event of the test button; endpoints cannot subscribe to it. */
export const TEST_EVENT = 'webhook.test';
export type SentEventType = WebhookEventType | typeof TEST_EVENT;

/** Webhook event of each order event; null: none. */
export const WEBHOOK_EVENT_BY_ORDER_EVENT: Record<OrderEventKind, WebhookEventType | null> = {
  pressed_pay: null,
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
  disputed: 'dispute.opened',
  dispute_answered: 'dispute.answered',
  dispute_won: 'dispute.won',
  dispute_lost: 'dispute.lost',
  cancellation_set: 'subscription.cancellation_set',
  cancellation_undone: 'subscription.cancellation_undone',
  subscription_ended: 'subscription.ended',
};

/** Data for the webhook documentation, produced by the delivery code. */
export type WebhookReference = {
  /** A sample request and its signing secret. `body`: the exact signed text. */
  example: { userAgent: string; headers: [name: string, value: string][]; body: string; secret: string };
  /** Field names under `data` by event type. */
  dataFields: Record<SentEventType, string[]>;
};
