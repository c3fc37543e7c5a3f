import { expect, test } from 'vitest';

import type { BuyerSubscription } from '#domain/buyer-subscription.ts';

import { describeNextStep, describePayments, getSubscriptionBadge } from './order-display.ts';

const club = (change: Partial<BuyerSubscription> = {}): BuyerSubscription => ({
  id: 's',
  orderId: 'o',
  orderNumber: 1,
  state: 'active',
  email: 'buyer@example.com',
  buyerName: null,
  productName: 'Kiln Club',
  quantity: 1,
  currency: 'USD',
  amount: 900,
  billing: 'monthly',
  priceAfterDiscount: null,
  periodEnd: '2026-12-20T23:59:00.000Z',
  cancelAt: null,
  trialEndsAt: null,
  installments: null,
  endedAt: null,
  failed: null,
  payments: 1,
  net: 900,
  createdAt: '2026-11-20T23:59:00.000Z',
  ...change,
});

test('shows the renewal, or the scheduled end, as next', () => {
  expect(describeNextStep(club())).toEqual({ first: 'Renews Dec 20, 2026', after: null });
  const ending = club({ state: 'ending', cancelAt: '2026-12-20T23:59:00.000Z' });
  expect(describeNextStep(ending)).toEqual({ first: 'Ends Dec 20, 2026', after: null });
});

test('shows the price after a discount that ends', () => {
  const priceAfterDiscount = { amount: 2900, startsAt: '2027-02-20T23:59:00.000Z' };
  expect(describeNextStep(club({ priceAfterDiscount }))).toEqual({
    first: 'Renews Dec 20, 2026',
    after: '$29.00 USD from Feb 20, 2027',
  });
});

test('shows the next retry of a failed renewal, or that there is none', () => {
  const failed = { at: '2026-12-20T00:00:00.000Z', payUrl: null, nextTryAt: '2026-12-23T00:00:00.000Z' };
  const overdue = club({ state: 'overdue', failed });
  expect(describeNextStep(overdue)).toEqual({
    first: 'Failed Dec 20, 2026',
    after: 'Next retry Dec 23, 2026',
  });
  const scheduled = club({ state: 'overdue', failed: { ...failed, nextTryAt: null } });
  expect(describeNextStep(scheduled).after).toBe('No more retries');
});

test('shows only the end date of an ended subscription', () => {
  const failed = { at: '2026-12-20T00:00:00.000Z', payUrl: null, nextTryAt: null };
  const ended = club({ state: 'ended', endedAt: '2026-12-21T00:00:00.000Z', failed });
  expect(describeNextStep(ended)).toEqual({ first: 'Ended Dec 21, 2026', after: null });
});

test('shows until when a trial is free', () => {
  expect(describeNextStep(club({ state: 'trialing' }))).toEqual({ first: 'Free until Dec 20, 2026', after: null });
});

test.for<[string, Partial<BuyerSubscription>, string, string]>([
  ['running', { payments: 2 }, 'Active', 'Due Dec 20, 2026'],
  ['complete', { payments: 3 }, 'Complete', 'None'],
  ['complete and ended', { payments: 3, state: 'ended', endedAt: '2026-12-21T00:00:00.000Z' }, 'Complete', 'None'],
  [
    'ended early',
    { payments: 2, state: 'ended', endedAt: '2026-12-21T00:00:00.000Z' },
    'Ended early',
    'Ended Dec 21, 2026',
  ],
  [
    'overdue',
    { state: 'overdue', failed: { at: '2026-12-20T00:00:00.000Z', payUrl: null, nextTryAt: null } },
    'Overdue',
    'Failed Dec 20, 2026',
  ],
])('shows a payment plan that is %s', ([, change, label, nextStep]) => {
  const plan = club({ installments: 3, ...change });
  expect(getSubscriptionBadge(plan).label).toBe(label);
  expect(describeNextStep(plan).first).toBe(nextStep);
  expect(describePayments(plan).count).toBe(`${plan.payments} of 3 payments`);
});

test('counts payments in words', () => {
  expect(describePayments(club())).toEqual({ net: '$9.00 USD', count: '1 payment' });
  expect(describePayments(club({ payments: 3, net: 2450 }))).toEqual({
    net: '$24.50 USD',
    count: '3 payments',
  });
});
