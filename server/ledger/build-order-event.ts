import type { OrderEventFacts, OrderEventKind } from '#domain/order-event.ts';
import { WEBHOOK_EVENT_BY_ORDER_EVENT } from '#domain/webhook-event.ts';
import { toApiOrder, type ApiOrder } from '#server/api-schemas/order-schemas.ts';
import type { Context } from '#server/core/context.ts';
import type { Order } from '#server/ledger/queries/orders.ts';

import type { WebhookContent, OutgoingEvent } from '../webhooks/emit-webhooks.ts';
import type { EventFacts } from '../webhooks/event-schemas.ts';
import { describeOrderEvent } from '../webhooks/event-sentences.ts';
import { toBuyerSubscription } from './buyer-subscription-view.ts';
import type { OrderAggregate } from './order-aggregate.ts';
import { toOrderParts } from './order-views.ts';

/** An event of an order's timeline. The second word of `key` names the refund, dispute or payment that it concerns. */
export type OrderTimelineEvent = { key: string; kind: OrderEventKind; facts: OrderEventFacts; at: Date };

/** The parts of an order aggregate that webhooks contain. */
export type AggregateWithOrder = Pick<OrderAggregate, 'sales' | 'refunds' | 'disputes' | 'subscription'> & {
  attempt: Pick<OrderAggregate['attempt'], 'id' | 'sellerId' | 'plan' | 'answers'>;
  order: Order;
};

/** Builds the webhook event of a timeline event. Returns null if no webhook exists for its kind. */
export function buildOrderEvent(
  context: Context,
  aggregate: AggregateWithOrder,
  timelineEvent: OrderTimelineEvent,
): OutgoingEvent | null {
  const type = WEBHOOK_EVENT_BY_ORDER_EVENT[timelineEvent.kind];
  if (!type) return null;
  const { attempt, order } = aggregate;
  return {
    sellerId: attempt.sellerId,
    key: `${attempt.id} ${timelineEvent.key}`,
    type,
    subject: attempt.id,
    orderNumber: order.number,
    at: timelineEvent.at,
    buildContent: () => buildOrderContent(context, aggregate, timelineEvent),
  };
}

function buildOrderContent(
  context: Context,
  aggregate: AggregateWithOrder,
  timelineEvent: OrderTimelineEvent,
): WebhookContent {
  const order = buildApiOrder(context, aggregate);
  const eventParts = selectEventParts(aggregate, order, timelineEvent);
  return {
    data: { event: toEventFacts(timelineEvent), order, ...eventParts },
    sentence: describeOrderEvent(timelineEvent, order),
  };
}

const toEventFacts = ({ at, facts }: OrderTimelineEvent): EventFacts => ({
  at: at.toISOString(),
  amount: facts.amount ?? null,
  currency: facts.currency ?? null,
  reason: facts.reason ?? null,
  until: facts.at ?? null,
});

/** Subscription fields that are only used without the surrounding order. */
const OMITTED_SUBSCRIPTION_FIELDS = { order: null, productName: '', paymentCount: 0, netRevenue: 0 };

/** The order as the REST API would return it now. */
function buildApiOrder(context: Context, aggregate: AggregateWithOrder): ApiOrder {
  const { attempt, order, subscription } = aggregate;
  const rows = {
    payments: aggregate.sales.toSorted(
      (a, b) => compareDates(a.paidAt, b.paidAt) || Number(a.renewal) - Number(b.renewal) || compareIds(a, b),
    ),
    refunds: aggregate.refunds.toSorted((a, b) => compareDates(a.createdAt, b.createdAt) || compareIds(a, b)),
    disputes: aggregate.disputes.toSorted((a, b) => compareDates(a.createdAt, b.createdAt) || compareIds(a, b)),
  };
  return toApiOrder({
    ...toOrderParts(context, order, rows),
    plan: attempt.plan,
    page: { id: order.pageId },
    answers: attempt.answers,
    subscription: subscription && toBuyerSubscription({ row: subscription, ...OMITTED_SUBSCRIPTION_FIELDS }),
  });
}

const compareDates = (one: Date, other: Date): number => one.getTime() - other.getTime();
const compareIds = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

const findByRow = <T extends { id: string }>(list: readonly T[], row: { id: string } | undefined): T | null =>
  list.find(({ id }) => id === row?.id) ?? null;

/** The payment, refund or dispute that the event concerns. */
function selectEventParts(aggregate: AggregateWithOrder, order: ApiOrder, { kind, key }: OrderTimelineEvent): object {
  const [, reference = ''] = key.split(' ');
  switch (kind) {
    case 'paid':
      return { payment: order.payments.find(({ renewal }) => !renewal) ?? null };
    case 'renewed':
      return {
        payment: findByRow(
          order.payments,
          aggregate.sales.find(({ source }) => source === reference),
        ),
      };
    case 'refund_asked':
    case 'refunded':
    case 'refund_failed':
      return {
        refund: findByRow(
          order.refunds,
          aggregate.refunds.find(({ id, refundId }) => id === reference || refundId === reference),
        ),
      };
    case 'disputed':
    case 'dispute_answered':
    case 'dispute_won':
    case 'dispute_lost':
      return {
        dispute: findByRow(
          order.disputes,
          aggregate.disputes.find(({ disputeId }) => disputeId === reference),
        ),
      };
    default:
      return {};
  }
}
