import { expect, test } from 'vitest';

import { FOREVER } from '#domain/subscription.ts';
import type { PlanSnapshot } from '#server/sellers/seller-plans.ts';

import type { FetchedPlan } from './fetch-plan.ts';
import { nextSyncAt } from './plan-snapshot.ts';

const november = (text: string): Date => new Date(`2026-11-${text}Z`);

const createSnapshot = (change: Partial<PlanSnapshot>): PlanSnapshot => ({
  subscriptionId: 'sub_1',
  status: 'trialing',
  plan: 'starter',
  price: 900,
  newPrice: null,
  newPriceAt: null,
  trialEndsAt: november('27T12:00'),
  currentPeriodEnd: november('27T12:00'),
  cancelAt: null,
  pendingPlan: null,
  pendingPlanAt: null,
  due: null,
  card: null,
  accessUntil: november('27T12:00'),
  ...change,
});

const nextSync = (change: Partial<PlanSnapshot>, now: string, expires: string | null = null): Date => {
  const pending = expires && { expires_at: november(expires).getTime() / 1000 };
  const fetched = { subscription: { pending_update: pending } } as FetchedPlan;
  return nextSyncAt(createSnapshot(change), fetched, november(now));
};

test("schedules the next sync by the row's dates, a day later at most", () => {
  expect(nextSync({}, '20T12:00')).toEqual(november('21T12:00'));
  expect(nextSync({}, '24T00:00')).toEqual(november('24T12:00'));
  expect(nextSync({}, '26T00:00')).toEqual(november('26T12:00'));
  expect(nextSync({}, '27T00:00')).toEqual(november('27T12:00'));
  const active = { status: 'active', currentPeriodEnd: november('28T00:00') } as const;
  expect(nextSync(active, '27T13:00')).toEqual(november('28T00:00'));
  expect(nextSync({ ...active, cancelAt: november('27T20:00') }, '27T13:00')).toEqual(november('27T20:00'));
  expect(nextSync(active, '27T13:00', '27T15:00')).toEqual(november('27T15:00'));
});

test('syncs again within a minute when Stripe is late', () => {
  expect(nextSync({}, '27T12:00')).toEqual(november('27T12:01'));
  expect(nextSync({ status: 'active', currentPeriodEnd: november('27T12:00') }, '27T12:30')).toEqual(
    november('27T12:31'),
  );
});

test('never syncs an ended subscription again but keeps syncing a paused one', () => {
  expect(nextSync({ status: 'canceled' }, '27T13:00')).toEqual(FOREVER);
  // A later subscription may not be confirmed yet.
  expect(nextSync({ status: 'canceled', subscriptionId: null }, '27T13:00')).toEqual(november('28T13:00'));
  expect(nextSync({ status: 'paused' }, '27T13:00')).toEqual(november('28T13:00'));
});
