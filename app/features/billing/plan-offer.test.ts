import { expect, test } from 'vitest';

import { PLANS } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { getPlanOffer } from './plan-cards.tsx';

const GROWTH: SubscriptionStatus = {
  hasSubscription: true,
  status: 'active',
  currentPlan: 'growth',
  trialEndsAt: null,
  currentPeriodEnd: '2026-12-14T09:00:00.000Z',
  needsUpgrade: false,
  suggestedPlan: null,
  monthlySales: { amount: 100, limit: 10_000, percentage: 1, transactions: 2, exceeded: false },
  access: true,
  trialUsed: false,
  cancelAt: null,
  pendingPlan: null,
  price: null,
  newPrice: null,
  due: null,
  card: null,
  now: '2026-11-20T12:00:00.000Z',
};
const offersWith = (change: Partial<SubscriptionStatus>) =>
  PLANS.map((plan) => getPlanOffer(plan, { ...GROWTH, ...change }));

test('schedules downgrades and upgrades immediately', () => {
  expect(offersWith({})).toEqual([
    { kind: 'down', at: '2026-12-14T09:00:00.000Z' },
    { kind: 'current' },
    { kind: 'up' },
  ]);
});

test('offers free changes in both directions during the trial', () => {
  expect(offersWith({ status: 'trialing' }).map(({ kind }) => kind)).toEqual(['switch', 'current', 'switch']);
});

test('does not offer a plan below the month’s sales, not even in the trial', () => {
  const monthlySales = { ...GROWTH.monthlySales, amount: 3000.01 };
  for (const status of ['active', 'trialing'] as const)
    expect(offersWith({ status, monthlySales })[0]).toEqual({ kind: 'too_small', limit: 3000 });
  expect(offersWith({ monthlySales: { ...monthlySales, amount: 3000 } })[0]?.kind).toBe('down');
});

test('offers to cancel a scheduled downgrade on the card of the current plan', () => {
  const pendingPlan = { plan: 'starter', at: '2026-12-14T09:00:00.000Z' } as const;
  expect(offersWith({ pendingPlan })).toEqual([
    { kind: 'coming', at: pendingPlan.at },
    { kind: 'keep' },
    { kind: 'up' },
  ]);
});

test('offers only to reactivate the last plan while none runs', () => {
  expect(offersWith({ status: 'canceled' }).map(({ kind }) => kind)).toEqual(['closed', 'reactivate', 'closed']);
});
