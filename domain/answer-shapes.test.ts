import { expect, test } from 'vitest';

import { readAnswer } from './answer-shapes.ts';

const NINE_FIELDS = {
  hasSubscription: true,
  status: 'trialing',
  currentPlan: 'starter',
  trialEndsAt: '2026-12-01T10:00:00.000Z',
  currentPeriodEnd: '2026-12-01T10:00:00.000Z',
  needsUpgrade: false,
  suggestedPlan: null,
  monthlySales: { amount: 12, limit: 3000, percentage: 0, transactions: 1, exceeded: false },
};

test.each([[null], [undefined], ['<h1>Hotel</h1>'], [[]], [{}], [{ error: 'no' }], [{ orders: null }]])(
  'an answer of another shape is none: %j',
  (answer) => {
    expect(readAnswer('list-orders', answer)).toBeNull();
    expect(readAnswer('get-account', answer)).toBeNull();
    expect(readAnswer('customer-portal', answer)).toBeNull();
    expect(readAnswer('check-subscription-status', answer)).toBeNull();
    expect(readAnswer('stripe-connect-onboarding', answer)).toBeNull();
  },
);

test('an answer of ours is given as it is, with keys that are not known', () => {
  const answer = { pageId: 'p1', revision: 2, more: true };
  expect(readAnswer('save-draft', answer)).toBe(answer);
  expect(readAnswer('save-draft', { pageId: 'p1', revision: '2' })).toBeNull();
  expect(readAnswer('save-draft', { pageId: 'p1', revision: Number.NaN })).toBeNull();
  expect(readAnswer('list-webhook-deliveries', { deliveries: [], next: null })).not.toBeNull();
});

test('onboarding answers with an address, or that the account is connected', () => {
  expect(readAnswer('stripe-connect-onboarding', { url: 'https://x.example' })).not.toBeNull();
  expect(readAnswer('stripe-connect-onboarding', { alreadyConnected: true })).not.toBeNull();
});

test('a status with only the specification’s fields is completed', () => {
  expect(readAnswer('check-subscription-status', NINE_FIELDS)).toEqual({
    ...NINE_FIELDS,
    access: true,
    trialUsed: false,
    cancelAt: null,
    pendingPlan: null,
    price: null,
    newPrice: null,
    due: null,
    card: null,
    now: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

test('a trial that began needs no more than success', () => {
  expect(readAnswer('create-subscription', { success: true })).toEqual({
    success: true,
    created: true,
    status: null,
  });
  expect(readAnswer('create-subscription', { success: false })).toBeNull();
});

test('a status without a subscription has no access, and unknown values are none', () => {
  expect(
    readAnswer('check-subscription-status', {
      hasSubscription: false,
      status: 'paused',
      currentPlan: 'enterprise',
      monthlySales: { amount: '12', percentage: null },
    }),
  ).toMatchObject({
    hasSubscription: false,
    status: null,
    currentPlan: null,
    suggestedPlan: null,
    trialEndsAt: null,
    access: false,
    monthlySales: { amount: 0, limit: null, percentage: 0, transactions: 0, exceeded: false },
  });
});
