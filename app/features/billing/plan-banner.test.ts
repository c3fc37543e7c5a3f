import { expect, test } from 'vitest';

import type { SubscriptionStatus } from '#domain/subscription.ts';

import { getPlanBanner } from './plan-banner.ts';

const STARTER: SubscriptionStatus = {
  hasSubscription: true,
  status: 'active',
  currentPlan: 'starter',
  trialEndsAt: '2026-11-14T09:00:00.000Z',
  currentPeriodEnd: '2026-12-14T09:00:00.000Z',
  needsUpgrade: false,
  suggestedPlan: null,
  monthlySales: { amount: 100, limit: 3000, percentage: 3, transactions: 2, exceeded: false },
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
const used = (percentage: number) => ({ ...STARTER.monthlySales, percentage });
const bannerWith = (change: Partial<SubscriptionStatus>) => getPlanBanner({ ...STARTER, ...change });

test('shows the plans to sellers without a subscription', () => {
  expect(bannerWith({ hasSubscription: false, status: null, currentPlan: null })).toEqual({ kind: 'none' });
});

test('distinguishes a used trial and a pending first payment', () => {
  const none = { hasSubscription: false, status: null, currentPlan: null, trialUsed: true };
  expect(bannerWith(none)).toEqual({ kind: 'trial_used' });
  const unpaid = { status: 'past_due', trialUsed: true } as const;
  expect(bannerWith(unpaid)).toEqual({ kind: 'unpaid', plan: 'starter', url: null });
  const due = { amount: 900, url: 'https://invoice.stripe.test/in_1', plan: null };
  expect(bannerWith({ ...unpaid, due })).toEqual({ kind: 'unpaid', plan: 'starter', url: due.url });
});

test('rounds trial days up by the clock of the response', () => {
  const trial = { status: 'trialing', trialEndsAt: '2026-11-24T12:00:01.000Z' } as const;
  expect(bannerWith(trial)).toEqual({ kind: 'trialing', plan: 'starter', days: 5 });
  expect(bannerWith({ ...trial, now: '2027-01-01T00:00:00.000Z' })).toMatchObject({ days: 0 });
});

test.each([
  [79, 'active'],
  [80, 'near'],
  [100, 'near'],
])('%i %% of the limit shows %s', (percentage, kind) => {
  expect(bannerWith({ monthlySales: used(percentage) })).toMatchObject({ kind, plan: 'starter' });
});

test('shows the remaining days of a trial near its limit', () => {
  const trial = { status: 'trialing', trialEndsAt: '2026-11-24T12:00:01.000Z' } as const;
  expect(bannerWith({ ...trial, monthlySales: used(85) })).toEqual({
    kind: 'near',
    plan: 'starter',
    days: 5,
  });
});

test('says until when a canceled plan runs and when it has ended', () => {
  const cancelAt = '2026-12-14T09:00:00.000Z';
  expect(bannerWith({ cancelAt })).toEqual({ kind: 'canceled', until: cancelAt });
  expect(bannerWith({ status: 'canceled', cancelAt })).toEqual({ kind: 'canceled', until: null });
});

test('shows the most urgent banner', () => {
  const everything = {
    needsUpgrade: true,
    suggestedPlan: 'growth',
    cancelAt: STARTER.currentPeriodEnd,
    monthlySales: used(104),
  } as const;
  expect(bannerWith({ ...everything, status: 'past_due' }).kind).toBe('past_due');
  expect(bannerWith({ ...everything, status: 'canceled' })).toEqual({
    kind: 'needs_upgrade',
    plan: 'growth',
  });
  expect(bannerWith({ ...everything, needsUpgrade: false, status: 'canceled' }).kind).toBe('canceled');
  expect(bannerWith({ ...everything, needsUpgrade: false }).kind).toBe('canceled');
  expect(bannerWith({ ...everything, needsUpgrade: false, cancelAt: null }).kind).toBe('near');
  expect(bannerWith({ status: 'trialing', monthlySales: used(80) }).kind).toBe('near');
});

test('warns about an exceeded limit without a larger plan', () => {
  expect(bannerWith({ needsUpgrade: true, monthlySales: used(120) }).kind).toBe('near');
});

test('shows an announced price if nothing is more urgent', () => {
  const newPrice = { amount: 1200, at: '2027-01-14T09:00:00.000Z' };
  expect(bannerWith({ newPrice })).toEqual({ kind: 'new_price', plan: 'starter', ...newPrice });
  expect(bannerWith({ newPrice, monthlySales: used(80) }).kind).toBe('near');
});
