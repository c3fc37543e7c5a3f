import type Stripe from 'stripe';

import { BUYER_SUBSCRIPTION_STATUSES, type BuyerSubscriptionStatus } from '#domain/buyer-subscription.ts';
import type { BillingInterval } from '#domain/order.ts';

import { checkSubscription } from './check-subscription.ts';
import { unlessSame } from './differing-keys.ts';
import type { Desk, Leaf, Subscription } from './leaf.ts';
import type { News } from './news.ts';
import { dateOf, idOf } from './truth.ts';

const BILLING: Record<string, BillingInterval> = { week: 'weekly', month: 'monthly', year: 'yearly' };

/** Creates or updates the row of a buyer's subscription and lists the events that this causes. */
export function planSubscription(leaf: Leaf, truth: Stripe.Subscription, { now }: Desk): Leaf {
  checkSubscription(leaf, truth.id);
  const before = leaf.subscription;
  const row = rowOf(leaf, truth, now);
  if (before && unlessSame(before, row) === before) return leaf;
  const order = leaf.order && orderAfter(leaf.order, truth);
  return { ...leaf, order, subscription: row, news: [...leaf.news, ...newsOf(before, row, truth, now)] };
}

/** A pending order fails when the first payment of its subscription fails for good. */
const orderAfter = (order: NonNullable<Leaf['order']>, { status }: Stripe.Subscription) =>
  order.state === 'pending' && status === 'incomplete_expired'
    ? { ...order, state: 'failed' as const }
    : order;

function rowOf(leaf: Leaf, truth: Stripe.Subscription, now: Date): Subscription {
  const { attempt, product, subscription } = leaf;
  const [item] = truth.items.data;
  const price = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1);
  const periodEnd = dateOf(item?.current_period_end ?? truth.created);
  const endedAt = truth.ended_at === null ? null : dateOf(truth.ended_at);
  return {
    id: subscription?.id ?? crypto.randomUUID(),
    mode: attempt.mode,
    sellerId: attempt.sellerId,
    accountId: attempt.accountId,
    attemptId: attempt.id,
    subscriptionId: truth.id,
    customerId: idOf(truth.customer) ?? '',
    status: statusOf(truth),
    currency: truth.currency.toUpperCase(),
      // Coupons have duration `forever`: the discount applies to every renewal.
    amount: price === attempt.original ? attempt.total : price,
    billing: BILLING[item?.price.recurring?.interval ?? ''] ?? product.billing ?? 'monthly',
    periodEnd,
    cancelAt: endedAt ? null : endOf(truth, periodEnd),
    endedAt,
    ...failureOf(endedAt ? null : subscription),
    createdAt: dateOf(truth.created),
    updatedAt: now,
  };
}

const failureOf = (before: Subscription | null) => ({
  failedInvoiceId: before?.failedInvoiceId ?? null,
  failedAt: before?.failedAt ?? null,
  payUrl: before?.payUrl ?? null,
  nextTryAt: before?.nextTryAt ?? null,
});

function endOf(
  { cancel_at: at, cancel_at_period_end: ends }: Stripe.Subscription,
  periodEnd: Date,
): Date | null {
  if (at !== null) return dateOf(at);
  return ends ? periodEnd : null;
}

/** An unknown status counts as active, so that it takes nothing away. */
const statusOf = ({ status }: Stripe.Subscription): BuyerSubscriptionStatus =>
  BUYER_SUBSCRIPTION_STATUSES.find((known) => known === status) ?? 'active';

function newsOf(
  before: Subscription | null,
  { cancelAt, endedAt }: Subscription,
  truth: Stripe.Subscription,
  now: Date,
): News[] {
  // A subscription whose first payment failed never started, so its end is not an event.
  if (endedAt && (before?.endedAt || truth.status === 'incomplete_expired')) return [];
  if (endedAt)
    return [
      {
        kind: 'subscription_ended',
        expected: Boolean(before?.cancelAt && endedAt >= before.cancelAt),
        at: endedAt,
      },
    ];
  const at = truth.canceled_at === null ? now : dateOf(truth.canceled_at);
  const was = before?.cancelAt?.getTime() ?? null;
  if (cancelAt && cancelAt.getTime() !== was)
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
