import type Stripe from 'stripe';

import { BUYER_SUBSCRIPTION_STATUSES, type BuyerSubscriptionStatus } from '#domain/buyer-subscription.ts';
import type { BillingInterval } from '#domain/order.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { cancellationDate, dateOf, expandedObject, idOfReference } from '#server/stripe/stripe-values.ts';

import {
  assertOwnSubscription,
  keepIfUnchanged,
  type ApplyContext,
  type OrderAggregate,
  type Subscription,
  type DomainEvent,
} from './order-aggregate.ts';

const BILLING: Record<string, BillingInterval> = { week: 'weekly', month: 'monthly', year: 'yearly' };

/** Creates or updates the row of a buyer's subscription and lists the events that this causes. */
export function applySubscription(
  aggregate: OrderAggregate,
  stripeSubscription: Stripe.Subscription,
  { now }: ApplyContext,
): OrderAggregate {
  assertOwnSubscription(aggregate, stripeSubscription.id);
  const before = aggregate.subscription;
  const row = toSubscriptionRow(aggregate, stripeSubscription, now);
  if (before && keepIfUnchanged(before, row) === before) return aggregate;
  const order = aggregate.order && failPendingOrder(aggregate.order, stripeSubscription);
  return {
    ...aggregate,
    order,
    subscription: row,
    events: [...aggregate.events, ...subscriptionEvents(aggregate, row, stripeSubscription, now)],
  };
}

/** A pending order fails when the first payment of its subscription fails for good. */
const failPendingOrder = (order: NonNullable<OrderAggregate['order']>, { status }: Stripe.Subscription) =>
  order.state === 'pending' && status === 'incomplete_expired' ? { ...order, state: 'failed' as const } : order;

function toSubscriptionRow(
  aggregate: OrderAggregate,
  stripeSubscription: Stripe.Subscription,
  now: Date,
): Subscription {
  const { attempt, product, subscription } = aggregate;
  const [item] = stripeSubscription.items.data;
  const periodEnd = dateOf(item?.current_period_end ?? stripeSubscription.created);
  const endedAt = stripeSubscription.ended_at === null ? null : dateOf(stripeSubscription.ended_at);
  const failure = endedAt ? null : subscription;
  return {
    id: subscription?.id ?? crypto.randomUUID(),
    mode: attempt.mode,
    sellerId: attempt.sellerId,
    accountId: attempt.accountId,
    attemptId: attempt.id,
    subscriptionId: stripeSubscription.id,
    customerId: idOfReference(stripeSubscription.customer) ?? '',
    status: statusOf(stripeSubscription),
    currency: stripeSubscription.currency.toUpperCase(),
    amount: getRenewalAmount(attempt, stripeSubscription),
    billing: BILLING[item?.price.recurring?.interval ?? ''] ?? product.billing ?? 'monthly',
    periodEnd,
    // A payment plan ends by itself; that is no cancellation.
    cancelAt: endedAt || attempt.installments !== null ? null : cancellationDate(stripeSubscription, periodEnd),
    endedAt,
    trialEndsAt: stripeSubscription.trial_end === null ? null : dateOf(stripeSubscription.trial_end),
    scheduleId: subscription?.scheduleId ?? null,
    failedInvoiceId: failure?.failedInvoiceId ?? null,
    failedAt: failure?.failedAt ?? null,
    payUrl: failure?.payUrl ?? null,
    nextRetryAt: failure?.nextRetryAt ?? null,
    createdAt: dateOf(stripeSubscription.created),
    updatedAt: now,
  };
}

/**
 * Amount of the next renewal: all items with their quantities, less the coupon while Stripe applies it, unless the prices were
 * changed at Stripe. One-time extras are in the first payment only.
 */
function getRenewalAmount({ lines, ...attempt }: CheckoutAttempt, stripeSubscription: Stripe.Subscription): number {
  const items = stripeSubscription.items.data;
  const price = items.reduce((sum, item) => sum + (item.price.unit_amount ?? 0) * (item.quantity ?? 1), 0);
  if (!isNextInvoiceDiscounted(stripeSubscription)) return price;
  const recurringLines = lines?.filter(({ kind }) => kind === 'recurring') ?? [
    { ...attempt, subtotal: attempt.original },
  ];
  const sumLines = (column: 'subtotal' | 'total') => recurringLines.reduce((sum, line) => sum + line[column], 0);
  return price === sumLines('subtotal') ? sumLines('total') : price;
}

/** A discount that ends at the time of an invoice doesn't apply to it. One for a single invoice applied to the first one. */
const isNextInvoiceDiscounted = ({ discounts, items, created }: Stripe.Subscription): boolean =>
  discounts.some((reference) => {
    const discount = expandedObject(reference);
    const nextInvoiceAt = items.data[0]?.current_period_end ?? created;
    const isLasting = expandedObject(discount?.source.coupon)?.duration !== 'once';
    return discount !== null && isLasting && (discount.end === null || discount.end > nextInvoiceAt);
  });

/** An unknown status counts as active, so that it takes nothing away. */
const statusOf = ({ status }: Stripe.Subscription): BuyerSubscriptionStatus =>
  BUYER_SUBSCRIPTION_STATUSES.find((knownStatus) => knownStatus === status) ?? 'active';

/** Every payment of a payment plan was made. */
const isPlanComplete = ({ attempt, sales }: OrderAggregate): boolean =>
  attempt.installments !== null && sales.length >= attempt.installments;

function subscriptionEvents(
  aggregate: OrderAggregate,
  { cancelAt, endedAt }: Subscription,
  stripeSubscription: Stripe.Subscription,
  now: Date,
): DomainEvent[] {
  const { subscription: before } = aggregate;
  // A subscription whose first payment failed never started, so its end is not an event.
  if (endedAt && (before?.endedAt || stripeSubscription.status === 'incomplete_expired')) return [];
  if (endedAt)
    return [
      {
        kind: 'subscription_ended',
        expected: isPlanComplete(aggregate) || Boolean(before?.cancelAt && endedAt >= before.cancelAt),
        at: endedAt,
      },
    ];
  const at = stripeSubscription.canceled_at === null ? now : dateOf(stripeSubscription.canceled_at);
  const previousCancelAt = before?.cancelAt?.getTime() ?? null;
  if (cancelAt && cancelAt.getTime() !== previousCancelAt)
    return [
      {
        kind: 'cancellation_set',
        key: `${cancelAt.toISOString()} ${at.toISOString()}`,
        endsAt: cancelAt,
        at,
      },
    ];
  if (!cancelAt && before?.cancelAt)
    return [{ kind: 'cancellation_undone', key: before.updatedAt.toISOString(), at: now }];
  return [];
}
