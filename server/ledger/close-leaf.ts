import { searchTextOf } from '#domain/order-filter.ts';
import type { OrderState } from '#domain/order.ts';
import type { Order } from '#server/db/orders.ts';

import type { Leaf, Sale } from './leaf.ts';
import type { News } from './news.ts';
import { worstOf } from './plan-disputes.ts';
import { isLater } from './plan-session.ts';

/**
 * Recomputes an order from its payments, refunds and disputes, and lists the events that this change causes.
 * Pure: compares the aggregate before and after a Stripe snapshot was applied and writes nothing.
 */
export function closeLeaf(before: Leaf, leaf: Leaf, now: Date): Leaf {
  if (!leaf.order) return holding(leaf);
  const order = summed(leaf.order, leaf);
  const closed = holding({ ...leaf, order });
  return { ...closed, news: [...newsOf(before, closed, order, now), ...leaf.news] };
}

/**
 * A checkout attempt reserves stock and a coupon use from the moment the buyer starts paying. The reservation ends when
 * Stripe says that the payment will not happen. It stays for paid orders, even after a refund.
 */
function holding(leaf: Leaf): Leaf {
  const { state } = leaf.attempt;
  const holds = state === 'completed' ? leaf.order?.state !== 'failed' : state === 'new' || state === 'open';
  return holds === leaf.attempt.holds ? leaf : { ...leaf, attempt: { ...leaf.attempt, holds } };
}

const sumOf = (sales: readonly Sale[], column: 'amount' | 'refunded' | 'lost'): number =>
  sales.reduce((sum, sale) => sum + sale[column], 0);

function summed(order: Order, { sales, disputes }: Leaf): Order {
  const received = sumOf(sales, 'amount');
  const refunded = sumOf(sales, 'refunded');
  const first = earliest(sales);
  const isPaid = first !== null || isLater(order.state, 'failed');
  return {
    ...order,
    received,
    refunded,
    lost: sumOf(sales, 'lost'),
    dispute: worstOf(disputes),
    state: isPaid ? paidState(received, refunded) : order.state,
    paidAt: first?.paidAt ?? order.paidAt,
  };
}

/** An order is paid again when its refund fails. */
function paidState(received: number, refunded: number): OrderState {
  if (refunded === 0) return 'paid';
  return refunded < received ? 'partly_refunded' : 'refunded';
}

const earliest = (sales: readonly Sale[]): Sale | null =>
  sales.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime())[0] ?? null;

function newsOf(before: Leaf, { sales }: Leaf, order: Order, now: Date): News[] {
  const news: News[] = [];
  const at = order.createdAt;
  const was = before.order?.state ?? null;
  if (order.state === 'pending' && was === null) news.push({ kind: 'pending', at });
  if (order.state === 'failed' && was !== 'failed') news.push({ kind: 'payment_failed', at: now });
  // A payment may be recorded before its order; its event is emitted once both exist.
  const told = before.order ? before.sales : [];
  for (const sale of sales.filter(({ id }) => !told.some((known) => known.id === id)))
    news.push({ kind: sale.renewal ? 'renewed' : 'paid', sale, at: sale.paidAt });
  const { paidAt } = order;
  if (order.total === 0 && paidAt && !before.order?.paidAt)
    news.push({ kind: 'paid', sale: null, at: paidAt });
  return news;
}

/** Returns the text that the order search matches. */
export const searchOf = ({ number, email, buyerName, productName }: Order): string =>
  searchTextOf(number, email, buyerName, productName);
