import type { ApiOrder } from '#domain/api-schemas/order-schemas.ts';
import { WEBHOOK_EVENT_BY_ORDER_EVENT } from '#domain/webhook-event.ts';
import type { Context } from '#server/core/context.ts';
import type { OrderTimelineEvent } from '#server/ledger/queries/order-events.ts';
import type { Order } from '#server/ledger/queries/orders.ts';

import type { WebhookContent, OutgoingEvent } from '../webhooks/emit-webhooks.ts';
import type { EventFacts } from '../webhooks/event-schemas.ts';
import { describeOrderEvent } from '../webhooks/event-sentences.ts';
import type { OrderAggregate } from './order-aggregate.ts';
import { toApiOrder, toOrderParts, toOrderSubscription } from './order-views.ts';

/** The parts of an order aggregate that webhooks contain. */
type AggregateWithOrder = Pick<
  OrderAggregate,
  'lines' | 'sales' | 'refunds' | 'refundLines' | 'disputes' | 'subscription'
> & {
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
  return {
    data: { event: toEventFacts(timelineEvent), order, ...selectEventParts(aggregate, order, timelineEvent) },
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

/** The order as the REST API would return it now. */
function buildApiOrder(context: Context, aggregate: AggregateWithOrder): ApiOrder {
  const { attempt, order, subscription } = aggregate;
  const rows = {
    lines: aggregate.lines,
    refundLines: aggregate.refundLines,
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
    subscription: subscription && toOrderSubscription(subscription),
  });
}

const compareDates = (one: Date, other: Date): number => one.getTime() - other.getTime();
const compareIds = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

/** Selects the payment, refund or dispute that the event concerns. */
function selectEventParts(aggregate: AggregateWithOrder, order: ApiOrder, { kind, key }: OrderTimelineEvent): object {
  const [, reference = ''] = key.split(' ');
  const { sales, refunds, disputes } = aggregate;
  const concerned = [
    ...sales.filter(({ source }) => source === reference),
    ...refunds.filter(({ id, refundId }) => id === reference || refundId === reference),
    ...disputes.filter(({ disputeId }) => disputeId === reference),
  ].map(({ id }) => id);
  const find = <T extends { id: string }>(list: readonly T[]): T | null =>
    list.find(({ id }) => concerned.includes(id)) ?? null;
  switch (kind) {
    case 'paid':
      return { payment: order.payments.find(({ renewal }) => !renewal) ?? null };
    case 'renewed':
      return { payment: find(order.payments) };
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
