import type { OrderEventFacts, OrderEventKind } from '#domain/order-event.ts';
import { WEBHOOK_OF } from '#domain/webhook-event.ts';

import { apiOrderOf, type ApiOrder } from '#server/api/answers/order.ts';
import type { Context } from '#server/context.ts';
import type { Order } from '#server/db/orders.ts';
import type { Leaf } from '#server/ledger/leaf.ts';
import { orderPartsOf } from '#server/orders/order-parts.ts';
import { subscriptionOf } from '#server/orders/sold-subscription.ts';

import { orderSentence } from './webhook-sentences.ts';
import type { Said, ToldWebhook } from './tell-webhooks.ts';
import type { Happened } from './webhook-body.ts';

/** An event of an order's timeline. The second word of `key` names the refund, dispute or payment that it concerns. */
export type OrderNews = { key: string; kind: OrderEventKind; facts: OrderEventFacts; at: Date };

/** The parts of an order aggregate that webhooks contain. */
export type ToldLeaf = Pick<Leaf, 'sales' | 'refunds' | 'disputes' | 'subscription'> & {
  attempt: Pick<Leaf['attempt'], 'id' | 'sellerId' | 'plan' | 'answers'>;
  order: Order;
};

/** Builds the webhook event of a timeline event. Returns null if no webhook exists for its kind. */
export function toldOfOrder(context: Context, leaf: ToldLeaf, news: OrderNews): ToldWebhook | null {
  const type = WEBHOOK_OF[news.kind];
  if (!type) return null;
  const { attempt, order } = leaf;
  return {
    sellerId: attempt.sellerId,
    key: `${attempt.id} ${news.key}`,
    type,
    subject: attempt.id,
    orderNumber: order.number,
    at: news.at,
    say: () => saidOfOrder(context, leaf, news),
  };
}

function saidOfOrder(context: Context, leaf: ToldLeaf, news: OrderNews): Said {
  const order = orderOf(context, leaf);
  const about = aboutOf(leaf, order, news);
  return {
    data: { event: happenedOf(news), order, ...about },
    sentence: orderSentence(news, order),
  };
}

const happenedOf = ({ at, facts }: OrderNews): Happened => ({
  at: at.toISOString(),
  amount: facts.amount ?? null,
  currency: facts.currency ?? null,
  reason: facts.reason ?? null,
  until: facts.at ?? null,
});

/** Subscription fields that are only used without the surrounding order. */
const NOT_SAID = { order: null, productName: '', payments: 0, net: 0 };

/** The order as the REST API would return it now. */
function orderOf(context: Context, leaf: ToldLeaf): ApiOrder {
  const { attempt, order, subscription } = leaf;
  const rows = {
    sales: leaf.sales.toSorted(
      (a, b) => inTime(a.paidAt, b.paidAt) || Number(a.renewal) - Number(b.renewal) || byId(a, b),
    ),
    refunds: leaf.refunds.toSorted((a, b) => inTime(a.createdAt, b.createdAt) || byId(a, b)),
    disputes: leaf.disputes.toSorted((a, b) => inTime(a.createdAt, b.createdAt) || byId(a, b)),
  };
  return apiOrderOf({
    ...orderPartsOf(context, order, rows),
    plan: attempt.plan,
    page: { id: order.pageId },
    answers: attempt.answers,
    subscription: subscription && subscriptionOf({ row: subscription, ...NOT_SAID }),
  });
}

const inTime = (one: Date, other: Date): number => one.getTime() - other.getTime();
const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

const told = <T extends { id: string }>(list: readonly T[], row: { id: string } | undefined): T | null =>
  list.find(({ id }) => id === row?.id) ?? null;

/** The payment, refund or dispute that the event concerns. */
function aboutOf(leaf: ToldLeaf, order: ApiOrder, { kind, key }: OrderNews): object {
  const [, name = ''] = key.split(' ');
  switch (kind) {
    case 'paid':
      return { payment: order.payments.find(({ renewal }) => !renewal) ?? null };
    case 'renewed':
      return {
        payment: told(
          order.payments,
          leaf.sales.find(({ source }) => source === name),
        ),
      };
    case 'refund_asked':
    case 'refunded':
    case 'refund_failed':
      return {
        refund: told(
          order.refunds,
          leaf.refunds.find(({ id, refundId }) => id === name || refundId === name),
        ),
      };
    case 'disputed':
    case 'dispute_answered':
    case 'dispute_won':
    case 'dispute_lost':
      return {
        dispute: told(
          order.disputes,
          leaf.disputes.find(({ disputeId }) => disputeId === name),
        ),
      };
    default:
      return {};
  }
}
