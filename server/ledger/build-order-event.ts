import type { OrderResource } from '#domain/api-resources/order-resources.ts';
import { WEBHOOK_EVENT_BY_ORDER_EVENT } from '#domain/webhook-event.ts';
import type { OrderTimelineEvent } from '#server/ledger/queries/order-events.ts';

import type { OutgoingEvent } from '../webhooks/emit-webhooks.ts';
import { describeOrderEvent, describeStartedSubscription } from '../webhooks/event-sentences.ts';
import { toOrderResource, type OrderSource, type ResourceSource } from './order-resources.ts';

const toEventBase = ({ attempt, order }: OrderSource) => ({
  sellerId: attempt.sellerId,
  subject: attempt.id,
  orderNumber: order.number,
});

/** Builds the webhook event of a timeline event. Returns null if no webhook exists for its kind. */
export function buildOrderEvent(source: OrderSource, timelineEvent: OrderTimelineEvent): OutgoingEvent | null {
  const type = WEBHOOK_EVENT_BY_ORDER_EVENT[timelineEvent.kind];
  if (!type) return null;
  const order = toOrderResource(source);
  return {
    ...toEventBase(source),
    key: `${source.attempt.id} ${timelineEvent.key}`,
    type,
    at: timelineEvent.at,
    data: { ...selectEventParts(source, order, timelineEvent), order },
    sentence: describeOrderEvent(timelineEvent, order),
  };
}

/**
 * A subscription has started once its first payment is recorded, which is when `order.paid` is emitted. Stripe can report the
 * payment before the subscription, and the completed session before the payment.
 */
export const hasStartedSubscription = ({
  order,
  subscription,
  sales,
}: Pick<ResourceSource, 'order' | 'subscription' | 'sales'>): boolean =>
  subscription !== null && order !== null && order.paidAt !== null && (sales.length > 0 || order.total === 0);

/** Builds the event of a subscription that has started. Returns null without one. */
export function buildSubscriptionStart(source: OrderSource): OutgoingEvent | null {
  const order = toOrderResource(source);
  if (!order.subscription) return null;
  return {
    ...toEventBase(source),
    key: `${source.attempt.id} subscription_started`,
    type: 'subscription.started',
    at: source.order.paidAt ?? source.order.createdAt,
    data: { subscription: order.subscription, order },
    sentence: describeStartedSubscription(order),
  };
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
