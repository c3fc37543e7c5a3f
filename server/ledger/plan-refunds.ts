import type Stripe from 'stripe';

import { REFUND_REASONS, type RefundState } from '#domain/refund.ts';

import { withRow, type Desk, type Leaf, type Refund, type Sale } from './leaf.ts';
import type { News } from './news.ts';
import { dateOf, wordsOf } from './truth.ts';

/** Creates or updates one row for each refund of a payment. */
export const planRefunds = (leaf: Leaf, sale: Sale, given: readonly Stripe.Refund[], desk: Desk): Leaf =>
  given.reduce((after, refund) => planRefund(after, sale, refund, desk), leaf);

function planRefund(leaf: Leaf, sale: Sale, truth: Stripe.Refund, { now }: Desk): Leaf {
  const before = leaf.refunds.find(
    ({ id, refundId }) => refundId === truth.id || (!refundId && id === truth.metadata?.refund_id),
  );
  const row: Refund = {
    ...(before ?? foundRefund(sale, truth)),
    refundId: truth.id,
    amount: truth.amount,
    state: stateOf(truth),
    failure: wordsOf(truth.failure_reason),
  };
  const isSame =
    before?.refundId === row.refundId && before.state === row.state && before.failure === row.failure;
  if (isSame) return leaf;
  const told = before?.state === row.state ? [] : newsOf(row, before, truth, now);
  return {
    ...leaf,
    refunds: withRow(leaf.refunds, { ...row, updatedAt: now }),
    news: [...leaf.news, ...told],
  };
}

/** Builds the row of a refund that was created at Stripe. */
const foundRefund = (sale: Sale, { id, created, reason, amount }: Stripe.Refund): Refund => ({
  id: crypto.randomUUID(),
  mode: sale.mode,
  sellerId: sale.sellerId,
  accountId: sale.accountId,
  attemptId: sale.attemptId,
  saleId: sale.id,
  requestKey: id,
  refundId: id,
  currency: sale.currency,
  amount,
  state: 'pending',
  reason: REFUND_REASONS.find((known) => known === reason) ?? null,
  failure: null,
  createdAt: dateOf(created),
  updatedAt: dateOf(created),
});

function stateOf({ status }: Stripe.Refund): RefundState {
  if (status === 'failed' || status === 'canceled') return status;
  return status === 'succeeded' ? 'succeeded' : 'pending';
}

function newsOf(refund: Refund, before: Refund | undefined, truth: Stripe.Refund, now: Date): News[] {
  const made = dateOf(truth.created);
  if (refund.state === 'succeeded') return [{ kind: 'refunded', refund, at: before ? now : made }];
  if (refund.state === 'pending') return before ? [] : [{ kind: 'refund_asked', refund, at: made }];
  return [{ kind: 'refund_failed', refund, at: now }];
}
