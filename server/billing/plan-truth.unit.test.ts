import { expect, test } from 'vitest';

import { FOREVER } from '#domain/subscription.ts';
import type { PlanTruth } from '#server/db/plan-subscriptions.ts';
import type { FetchedPlan } from './fetch-plan.ts';
import { nextLookAt } from './plan-truth.ts';

const at = (text: string): Date => new Date(`2026-11-${text}Z`);

const truth = (change: Partial<PlanTruth>): PlanTruth => ({
  subscriptionId: 'sub_1',
  status: 'trialing',
  plan: 'starter',
  price: 900,
  newPrice: null,
  newPriceAt: null,
  trialEndsAt: at('27T12:00'),
  currentPeriodEnd: at('27T12:00'),
  cancelAt: null,
  pendingPlan: null,
  pendingPlanAt: null,
  due: null,
  card: null,
  accessUntil: at('27T12:00'),
  ...change,
});

const looked = (change: Partial<PlanTruth>, now: string, expires: string | null = null): Date => {
  const pending = expires && { expires_at: at(expires).getTime() / 1000 };
  const fetched = { subscription: { pending_update: pending } } as FetchedPlan;
  return nextLookAt(truth(change), fetched, at(now));
};

test("schedules the next sync by the row's dates, a day later at most", () => {
  expect(looked({}, '20T12:00')).toEqual(at('21T12:00'));
  expect(looked({}, '24T00:00')).toEqual(at('24T12:00'));
  expect(looked({}, '26T00:00')).toEqual(at('26T12:00'));
  expect(looked({}, '27T00:00')).toEqual(at('27T12:00'));
  const active = { status: 'active', currentPeriodEnd: at('28T00:00') } as const;
  expect(looked(active, '27T13:00')).toEqual(at('28T00:00'));
  expect(looked({ ...active, cancelAt: at('27T20:00') }, '27T13:00')).toEqual(at('27T20:00'));
  expect(looked(active, '27T13:00', '27T15:00')).toEqual(at('27T15:00'));
});

test('syncs again within a minute when Stripe is late', () => {
  expect(looked({}, '27T12:00')).toEqual(at('27T12:01'));
  expect(looked({ status: 'active', currentPeriodEnd: at('27T12:00') }, '27T12:30')).toEqual(at('27T12:31'));
});

test('never syncs an ended subscription again but keeps syncing a paused one', () => {
  expect(looked({ status: 'canceled' }, '27T13:00')).toEqual(FOREVER);
  // A later subscription may not be confirmed yet.
  expect(looked({ status: 'canceled', subscriptionId: null }, '27T13:00')).toEqual(at('28T13:00'));
  expect(looked({ status: 'paused' }, '27T13:00')).toEqual(at('28T13:00'));
});
