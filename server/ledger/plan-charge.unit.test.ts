import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { closeLeaf } from './close-leaf.ts';
import type { Leaf, Refund } from './leaf.ts';
import { planCharge } from './plan-charge.ts';
import { DESK, kindsOf, NOON, onlySale, paidLeaf, SECONDS } from './testing-leaf.ts';

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

type Told = { given?: number; refunds?: Stripe.Refund[]; disputes?: Stripe.Dispute[]; charge?: object };

function after(before: Leaf, { given = 0, refunds = [], disputes = [], charge }: Told): Leaf {
  const fresh = { ...before, news: [] };
  const whole = { id: 'ch_1', status: 'succeeded', amount_refunded: given, ...charge };
  const truth = { kind: 'charge' as const, charge: whole as unknown as Stripe.Charge, invoiceId: null };
  return closeLeaf(fresh, planCharge(fresh, onlySale(fresh), { ...truth, refunds, disputes }, DESK), NOON);
}

test('deducts partial and full refunds and restores the amount of a failed refund', () => {
  const part = after(paidLeaf(), { given: 333, refunds: [refund(333)] });
  expect(part.order).toMatchObject({ state: 'partly_refunded', received: 1000, refunded: 333 });
  expect(onlySale(part)).toMatchObject({ refunded: 333, usdCents: 1250, usdRefunded: 416 });
  expect(kindsOf(part)).toEqual(['refunded']);
  const whole = after(part, { given: 1000, refunds: [refund(333), refund(667)] });
  expect([whole.order?.state, onlySale(whole).usdRefunded]).toEqual(['refunded', 1250]);
  const failed = after(whole, { given: 333, refunds: [refund(333), refund(667, { status: 'failed' })] });
  expect(failed.order).toMatchObject({ state: 'partly_refunded', refunded: 333 });
  expect(kindsOf(failed)).toEqual(['refund_failed']);
  expect(failed.refunds.map(({ state }) => state)).toEqual(['succeeded', 'failed']);
});

test('matches a refund that was requested here to its own row by metadata', () => {
  const leaf = paidLeaf();
  const asked: Refund = {
    id: '00000000-0000-4000-8000-000000000009',
    mode: 'sandbox',
    sellerId: leaf.attempt.sellerId,
    accountId: 'acct_1',
    attemptId: leaf.attempt.id,
    saleId: onlySale(leaf).id,
    requestKey: 'press',
    refundId: null,
    currency: 'EUR',
    amount: 100,
    state: 'asked',
    reason: 'duplicate',
    failure: null,
    createdAt: NOON,
    updatedAt: NOON,
  };
  const answer = refund(100, { metadata: { refund_id: asked.id } });
  const told = after({ ...leaf, refunds: [asked] }, { given: 100, refunds: [answer] });
  expect(told.refunds).toEqual([{ ...asked, refundId: 're_100', state: 'succeeded' }]);
  expect(after(told, { given: 100, refunds: [answer] }).news).toEqual([]);
  const forged = refund(50, { metadata: { refund_id: asked.id } });
  const both = after(told, { given: 150, refunds: [answer, forged] });
  expect(both.refunds.map(({ requestKey }) => requestKey)).toEqual(['press', 're_50']);
});

test('flags an open dispute and deducts the remaining amount once it is lost', () => {
  const open = after(paidLeaf(), { disputes: [dispute(1000, 'needs_response')] });
  expect(open.order).toMatchObject({ state: 'paid', dispute: 'open', lost: 0 });
  expect(kindsOf(open)).toEqual(['disputed']);
  const answered = after(open, { disputes: [dispute(1000, 'under_review')] });
  expect(kindsOf(answered)).toEqual(['dispute_answered']);
  const won = after(answered, { disputes: [dispute(1000, 'won')] });
  expect([won.order?.dispute, won.order?.lost, kindsOf(won)]).toEqual(['won', 0, ['dispute_won']]);
  const lost = after(answered, { disputes: [dispute(1000, 'lost')] });
  expect(lost.order).toMatchObject({ state: 'paid', dispute: 'lost', lost: 1000, refunded: 0 });
  expect(onlySale(lost)).toMatchObject({ lost: 1000, usdRefunded: 1250 });
  expect(lost.disputes).toMatchObject([{ status: 'lost', closedAt: NOON }]);
});

test('never deducts more than was paid for refunds and lost disputes together', () => {
  const both = after(paidLeaf(), {
    given: 400,
    refunds: [refund(400)],
    disputes: [dispute(1000, 'lost')],
  });
  expect(both.order).toMatchObject({ refunded: 400, lost: 600 });
  expect(onlySale(both).usdRefunded).toBe(1250);
  const abroad = after(paidLeaf(), { disputes: [dispute(1234, 'lost', { currency: 'usd' })] });
  expect(abroad.order?.lost).toBe(1000);
});

test('deducts nothing for a closed inquiry', () => {
  const asked = after(paidLeaf(), { disputes: [dispute(1000, 'warning_needs_response')] });
  expect(asked.order?.dispute).toBe('open');
  const closed = after(asked, { disputes: [dispute(1000, 'warning_closed')] });
  expect(closed.order).toMatchObject({ dispute: 'won', lost: 0 });
});

test('ignores a failed charge and a charge of another payment', () => {
  const given = after(paidLeaf(), { given: 1000, refunds: [refund(1000)] });
  for (const charge of [{ status: 'failed' }, { id: 'ch_other' }])
    expect(after(given, { charge }).order).toMatchObject({ state: 'refunded', refunded: 1000 });
});
