import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import {
  APPLY_CONTEXT,
  eventKinds,
  NOON,
  onlySale,
  createPaidAggregate,
  SECONDS,
} from '../testing/order-aggregate-fixtures.ts';
import { applyCharge } from './apply-charge.ts';
import type { OrderAggregate, Refund } from './order-aggregate.ts';
import { recomputeOrder } from './recompute-order.ts';

const refund = (amount: number, change: object = {}): Stripe.Refund =>
  ({
    id: `re_${amount}`,
    amount,
    status: 'succeeded',
    created: SECONDS,
    metadata: {},
    reason: null,
    ...change,
  }) as unknown as Stripe.Refund;

const dispute = (amount: number, status: string, change: object = {}): Stripe.Dispute =>
  ({
    id: `dp_${amount}`,
    amount,
    status,
    currency: 'eur',
    reason: 'fraudulent',
    created: SECONDS,
    evidence_details: { due_by: SECONDS + 86_400 },
    ...change,
  }) as unknown as Stripe.Dispute;

type StripeChange = {
  refunded?: number;
  refunds?: Stripe.Refund[];
  disputes?: Stripe.Dispute[];
  charge?: object;
};

function applyStripeChange(
  before: OrderAggregate,
  { refunded = 0, refunds = [], disputes = [], charge }: StripeChange,
): OrderAggregate {
  const previous = { ...before, events: [] };
  const stripeCharge = { id: 'ch_1', status: 'succeeded', amount_refunded: refunded, ...charge };
  const snapshot = {
    kind: 'charge' as const,
    charge: stripeCharge as unknown as Stripe.Charge,
    invoiceId: null,
  };
  return recomputeOrder(
    previous,
    applyCharge(previous, onlySale(previous), { ...snapshot, refunds, disputes }, APPLY_CONTEXT),
    NOON,
  );
}

test('deducts partial and full refunds and restores the amount of a failed refund', () => {
  const partial = applyStripeChange(createPaidAggregate(), { refunded: 333, refunds: [refund(333)] });
  expect(partial.order).toMatchObject({ state: 'partly_refunded', received: 1000, refunded: 333 });
  expect(onlySale(partial)).toMatchObject({ refunded: 333, usdCents: 1250, usdRefunded: 416 });
  expect(eventKinds(partial)).toEqual(['refunded']);
  const fullyRefunded = applyStripeChange(partial, { refunded: 1000, refunds: [refund(333), refund(667)] });
  expect([fullyRefunded.order?.state, onlySale(fullyRefunded).usdRefunded]).toEqual(['refunded', 1250]);
  const failed = applyStripeChange(fullyRefunded, {
    refunded: 333,
    refunds: [refund(333), refund(667, { status: 'failed' })],
  });
  expect(failed.order).toMatchObject({ state: 'partly_refunded', refunded: 333 });
  expect(eventKinds(failed)).toEqual(['refund_failed']);
  expect(failed.refunds.map(({ state }) => state)).toEqual(['succeeded', 'failed']);
});

test('matches a refund that was requested here to its own row by metadata', () => {
  const aggregate = createPaidAggregate();
  const requestedRefund: Refund = {
    id: '00000000-0000-4000-8000-000000000009',
    mode: 'sandbox',
    sellerId: aggregate.attempt.sellerId,
    accountId: 'acct_1',
    attemptId: aggregate.attempt.id,
    saleId: onlySale(aggregate).id,
    idempotencyKey: 'press',
    refundId: null,
    currency: 'EUR',
    amount: 100,
    state: 'asked',
    reason: 'duplicate',
    failureReason: null,
    createdAt: NOON,
    updatedAt: NOON,
  };
  const answer = refund(100, { metadata: { refund_id: requestedRefund.id } });
  const answered = applyStripeChange(
    { ...aggregate, refunds: [requestedRefund] },
    { refunded: 100, refunds: [answer] },
  );
  expect(answered.refunds).toEqual([{ ...requestedRefund, refundId: 're_100', state: 'succeeded' }]);
  expect(applyStripeChange(answered, { refunded: 100, refunds: [answer] }).events).toEqual([]);
  const forged = refund(50, { metadata: { refund_id: requestedRefund.id } });
  const combined = applyStripeChange(answered, { refunded: 150, refunds: [answer, forged] });
  expect(combined.refunds.map(({ idempotencyKey: requestKey }) => requestKey)).toEqual(['press', 're_50']);
});

test('flags an open dispute and deducts the remaining amount once it is lost', () => {
  const open = applyStripeChange(createPaidAggregate(), { disputes: [dispute(1000, 'needs_response')] });
  expect(open.order).toMatchObject({ state: 'paid', dispute: 'open', lost: 0 });
  expect(eventKinds(open)).toEqual(['disputed']);
  const answered = applyStripeChange(open, { disputes: [dispute(1000, 'under_review')] });
  expect(eventKinds(answered)).toEqual(['dispute_answered']);
  const won = applyStripeChange(answered, { disputes: [dispute(1000, 'won')] });
  expect([won.order?.dispute, won.order?.lost, eventKinds(won)]).toEqual(['won', 0, ['dispute_won']]);
  const lost = applyStripeChange(answered, { disputes: [dispute(1000, 'lost')] });
  expect(lost.order).toMatchObject({ state: 'paid', dispute: 'lost', lost: 1000, refunded: 0 });
  expect(onlySale(lost)).toMatchObject({ lost: 1000, usdRefunded: 1250 });
  expect(lost.disputes).toMatchObject([{ status: 'lost', closedAt: NOON }]);
});

test('never deducts more than was paid for refunds and lost disputes together', () => {
  const combined = applyStripeChange(createPaidAggregate(), {
    refunded: 400,
    refunds: [refund(400)],
    disputes: [dispute(1000, 'lost')],
  });
  expect(combined.order).toMatchObject({ refunded: 400, lost: 600 });
  expect(onlySale(combined).usdRefunded).toBe(1250);
  const inOtherCurrency = applyStripeChange(createPaidAggregate(), {
    disputes: [dispute(1234, 'lost', { currency: 'usd' })],
  });
  expect(inOtherCurrency.order?.lost).toBe(1000);
});

test('deducts nothing for a closed inquiry', () => {
  const inquiry = applyStripeChange(createPaidAggregate(), { disputes: [dispute(1000, 'warning_needs_response')] });
  expect(inquiry.order?.dispute).toBe('open');
  const closed = applyStripeChange(inquiry, { disputes: [dispute(1000, 'warning_closed')] });
  expect(closed.order).toMatchObject({ dispute: 'won', lost: 0 });
});

test('ignores a failed charge and a charge of another payment', () => {
  const refunded = applyStripeChange(createPaidAggregate(), { refunded: 1000, refunds: [refund(1000)] });
  for (const charge of [{ status: 'failed' }, { id: 'ch_other' }])
    expect(applyStripeChange(refunded, { charge }).order).toMatchObject({ state: 'refunded', refunded: 1000 });
});
