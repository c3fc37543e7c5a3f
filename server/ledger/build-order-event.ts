import type { OrderResource } from '#domain/api-resources/order-resources.ts';
import { WEBHOOK_EVENT_BY_ORDER_EVENT, type WebhookEventType } from '#domain/webhook-event.ts';
import type { OrderTimelineEvent } from '#server/ledger/queries/order-events.ts';

import type { OutgoingEvent } from '../webhooks/emit-webhooks.ts';
import { describeOrderEvent, describeStartedSubscription } from '../webhooks/event-sentences.ts';
import { toOrderResource, type OrderSource } from './order-resources.ts';

/** Builds the webhook events of a timeline event: none, one, or for the start of a subscription two. */
export function buildOrderEvents(source: OrderSource, timelineEvent: OrderTimelineEvent): OutgoingEvent[] {
  const type = WEBHOOK_EVENT_BY_ORDER_EVENT[timelineEvent.kind];
  if (!type) return [];
  const { attempt, order: orderRow } = source;
  const order = toOrderResource(source);
  const base = {
    sellerId: attempt.sellerId,
    key: `${attempt.id} ${timelineEvent.key}`,
    subject: attempt.id,
    orderNumber: orderRow.number,
    at: timelineEvent.at,
  };
  const event: OutgoingEvent = {
    ...base,
    type,
    data: { ...selectEventParts(source, order, timelineEvent), order },
    sentence: describeOrderEvent(timelineEvent, order),
  };
  const { subscription } = order;
  if (type !== 'order.paid' || !subscription) return [event];
  const started: WebhookEventType = 'subscription.started';
  return [
    event,
    {
      ...base,
      key: `${attempt.id} subscription_started`,
      type: started,
      data: { subscription, order },
      sentence: describeStartedSubscription(order),
    },
  ];
}

/** Selects the payment, refund, dispute or subscription that the event concerns. */
function selectEventParts(source: OrderSource, order: OrderResource, { kind, key }: OrderTimelineEvent) {
  const [, reference = ''] = key.split(' ');
  const { sales, refunds, disputes } = source;
  const concerned = [
    ...sales.filter(({ source: stripeId }) => stripeId === reference),
    ...refunds.filter(({ id, refundId }) => id === reference || refundId === reference),
    ...disputes.filter(({ disputeId }) => disputeId === reference),
  ].map(({ id }) => id);
  const find = <T extends { id: string }>(list: readonly T[] = []): T | undefined =>
    list.find(({ id }) => concerned.includes(id));
  const subscription = order.subscription ?? undefined;
  switch (kind) {
    case 'paid':
      return { payment: order.payments?.find(({ renewal }) => !renewal) ?? null };
    case 'renewed':
      return { subscription, payment: find(order.payments) ?? null };
    case 'renewal_failed':
    case 'renewal_recovered':
    case 'cancellation_set':
    case 'cancellation_undone':
    case 'subscription_ended':
      return { subscription };
    case 'refund_asked':
    case 'refunded':
    case 'refund_failed':
      return { refund: find(order.refunds) };
    case 'disputed':
    case 'dispute_answered':
    case 'dispute_won':
    case 'dispute_lost':
      return { dispute: find(order.disputes) };
    default:
      return {};
  }
}
