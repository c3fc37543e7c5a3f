import { normalizeSearchText } from '#domain/order-filter.ts';
import type { OrderState } from '#domain/order.ts';
import type { Order } from '#server/ledger/queries/orders.ts';

import { worstDisputeOutcome } from './apply-disputes.ts';
import { isLaterState } from './apply-session.ts';
import type { OrderAggregate, Sale, DomainEvent } from './order-aggregate.ts';
import { withEntitlements } from './update-entitlements.ts';

/**
 * Recomputes an order and its entitlements from its payments, refunds and disputes, and lists the events that this change causes.
 * Pure: compares the aggregate before and after a Stripe snapshot was applied and writes nothing.
 */
export function recomputeOrder(previous: OrderAggregate, current: OrderAggregate, now: Date): OrderAggregate {
  if (!current.order) return withReservation(current);
  const order = withTotals(current.order, current);
  const updated = withReservation({ ...current, order, sales: withPaymentMethod(current.sales, order) });
  const events = [...orderEvents(previous, updated, order, now), ...current.events];
  return withEntitlements(previous, { ...updated, events }, now);
}

/**
 * A checkout attempt reserves stock and a coupon use from the moment the buyer starts paying. The reservation ends when
 * Stripe says that the payment will not happen. It stays for paid orders, even after a refund.
 */
function withReservation(current: OrderAggregate): OrderAggregate {
  const { state } = current.attempt;
  const isReserved = state === 'completed' ? current.order?.state !== 'failed' : state === 'new' || state === 'open';
  return isReserved === current.attempt.hasReservation
    ? current
    : { ...current, attempt: { ...current.attempt, hasReservation: isReserved } };
}

/** A payment whose charge was not fetched counts as made by the method of its order. */
const withPaymentMethod = (sales: OrderAggregate['sales'], { paymentMethod }: Order): OrderAggregate['sales'] =>
  sales.map((sale) => (sale.paymentMethod || !paymentMethod ? sale : { ...sale, paymentMethod }));

const sumSales = (sales: readonly Sale[], column: 'amount' | 'refunded' | 'lost'): number =>
  sales.reduce((sum, sale) => sum + sale[column], 0);

function withTotals(order: Order, { sales, disputes }: OrderAggregate): Order {
  const received = sumSales(sales, 'amount');
  const refunded = sumSales(sales, 'refunded');
  const isPaid = sales.length > 0 || isLaterState(order.state, 'failed');
  // An order that starts for free is paid at its start, not with its first renewal.
  const firstSale = findEarliestSale(sales.filter(({ renewal }) => !renewal));
  return {
    ...order,
    received,
    refunded,
    lost: sumSales(sales, 'lost'),
    dispute: worstDisputeOutcome(disputes),
    state: isPaid ? stateFromAmounts(received, refunded) : order.state,
    paidAt: firstSale?.paidAt ?? order.paidAt ?? findEarliestSale(sales)?.paidAt ?? null,
  };
}

/** The state of a paid order. When a refund fails, the order is paid again: the only way back in `ORDER_STATES`. */
function stateFromAmounts(received: number, refunded: number): OrderState {
  if (refunded === 0) return 'paid';
  return refunded < received ? 'partly_refunded' : 'refunded';
}

const findEarliestSale = (sales: readonly Sale[]): Sale | null =>
  sales.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime())[0] ?? null;

function orderEvents(previous: OrderAggregate, { sales }: OrderAggregate, order: Order, now: Date): DomainEvent[] {
  const events: DomainEvent[] = [];
  const createdAt = order.createdAt;
  const previousState = previous.order?.state ?? null;
  if (order.state === 'pending' && previousState === null) events.push({ kind: 'pending', at: createdAt });
  if (order.state === 'failed' && previousState !== 'failed') events.push({ kind: 'payment_failed', at: now });
  const { paidAt } = order;
  if (order.total === 0 && paidAt && !previous.order?.paidAt) events.push({ kind: 'paid', sale: null, at: paidAt });
  // A payment may be recorded before its order; its event is emitted once both exist.
  const knownSales = previous.order ? previous.sales : [];
  for (const sale of sales.filter(({ id }) => !knownSales.some((knownSale) => knownSale.id === id)))
    events.push({ kind: sale.renewal ? 'renewed' : 'paid', sale, at: sale.paidAt });
  return events;
}

export const orderSearchText = ({ number, email, buyerName, productName }: Order): string =>
  normalizeSearchText(number, email, buyerName, productName);
