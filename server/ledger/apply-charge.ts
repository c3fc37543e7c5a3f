import type Stripe from 'stripe';

import { calculateUsdRefund } from '#domain/exchange-rates.ts';
import { REFUND_REASONS, type RefundState } from '#domain/refund.ts';
import { dateOf } from '#server/stripe/stripe-values.ts';

import { applyDispute } from './apply-disputes.ts';
import {
  type OrderAggregate,
  type Sale,
  withRow,
  type ApplyContext,
  type Refund,
  type DomainEvent,
} from './order-aggregate.ts';
import { type StripeSnapshotOf, toStorableText } from './stripe-snapshot.ts';

function applyRefund(aggregate: OrderAggregate, sale: Sale, stripeRefund: Stripe.Refund, now: Date): OrderAggregate {
  const before = aggregate.refunds.find(
    ({ id, refundId }) => refundId === stripeRefund.id || (!refundId && id === stripeRefund.metadata?.refund_id),
  );
  const row: Refund = {
    ...(before ?? refundRowFromStripe(sale, stripeRefund)),
    refundId: stripeRefund.id,
    amount: stripeRefund.amount,
    state: stateOf(stripeRefund),
    failureReason: toStorableText(stripeRefund.failure_reason),
  };
  const isUnchanged =
    before?.refundId === row.refundId && before.state === row.state && before.failureReason === row.failureReason;
  if (isUnchanged) return aggregate;
  const newEvents = before?.state === row.state ? [] : refundEvents(row, before, stripeRefund, now);
  return {
    ...aggregate,
    refunds: withRow(aggregate.refunds, { ...row, updatedAt: now }),
    events: [...aggregate.events, ...newEvents],
  };
}

const refundRowFromStripe = (sale: Sale, { id, created, reason, amount }: Stripe.Refund): Refund => ({
  id: crypto.randomUUID(),
  mode: sale.mode,
  sellerId: sale.sellerId,
  accountId: sale.accountId,
  attemptId: sale.attemptId,
  saleId: sale.id,
  idempotencyKey: id,
  refundId: id,
  currency: sale.currency,
  amount,
  state: 'pending',
  reason: REFUND_REASONS.find((knownReason) => knownReason === reason) ?? null,
  failureReason: null,
  createdAt: dateOf(created),
  updatedAt: dateOf(created),
});

function stateOf({ status }: Stripe.Refund): RefundState {
  if (status === 'failed' || status === 'canceled') return status;
  if (status === 'requires_action') return 'needs_buyer';
  return status === 'succeeded' ? 'succeeded' : 'pending';
}

function refundEvents(
  refund: Refund,
  before: Refund | undefined,
  stripeRefund: Stripe.Refund,
  now: Date,
): DomainEvent[] {
  const createdAt = dateOf(stripeRefund.created);
  if (refund.state === 'succeeded') return [{ kind: 'refunded', refund, at: before ? now : createdAt }];
  if (refund.state === 'pending' || refund.state === 'needs_buyer')
    return before ? [] : [{ kind: 'refund_asked', refund, at: createdAt }];
  return [{ kind: 'refund_failed', refund, at: now }];
}

export function applyCharge(
  aggregate: OrderAggregate,
  sale: Sale,
  { charge, refunds, disputes }: StripeSnapshotOf<'charge'>,
  { now }: ApplyContext,
): OrderAggregate {
  // Failed payment attempts are charges too; only the charge that paid the sale counts.
  if (charge.status === 'failed' || (sale.chargeId && sale.chargeId !== charge.id)) return aggregate;
  const withRefunds = refunds.reduce((current, refund) => applyRefund(current, sale, refund, now), aggregate);
  const withDisputes = disputes.reduce((current, dispute) => applyDispute(current, sale, dispute, now), withRefunds);
  const refunded = Math.min(charge.amount_refunded, sale.amount);
  const paymentMethod = charge.payment_method_details?.type ?? sale.paymentMethod;
  const updatedSale = { ...sale, chargeId: charge.id, paymentMethod, refunded };
  return { ...withDisputes, sales: withRow(withDisputes.sales, withLoss(updatedSale, withDisputes)) };
}

/** Computes the amount lost to disputes, at most what was left of the sale after refunds. */
function withLoss(sale: Sale, { disputes }: OrderAggregate): Sale {
  const { amount, refunded, usdCents } = sale;
  const claimedAmount = disputes
    .filter(({ saleId, status }) => saleId === sale.id && status === 'lost')
    .reduce((sum, dispute) => sum + (dispute.currency === sale.currency ? dispute.amount : amount), 0);
  const lost = Math.min(claimedAmount, amount - refunded);
  return { ...sale, lost, usdRefunded: calculateUsdRefund(usdCents, amount, refunded + lost) };
}
