import { expect, test } from 'vitest';

import { parseRpcResponse } from './parse-rpc-response.ts';

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

test.each([[null], [undefined], ['<h1>Hotel</h1>'], [[]], [{}], [{ error: 'no' }]])(
  'rejects a response that is not from the server: %j',
  (answer) => {
    expect(parseRpcResponse('list-orders', answer)).toBeNull();
    expect(parseRpcResponse('check-subscription-status', answer)).toBeNull();
  },
);

test('returns a response unchanged', () => {
  const answer = { pageId: 'p1', revision: 2, more: true };
  expect(parseRpcResponse('save-draft', answer)).toBe(answer);
});

test.each([{}, { status: 'active' }])('rejects a status without its main field: %j', (answer) => {
  expect(parseRpcResponse('check-subscription-status', answer)).toBeNull();
});

test('accepts an onboarding response only with a URL or with the account connected', () => {
  expect(parseRpcResponse('stripe-connect-onboarding', {})).toBeNull();
  expect(parseRpcResponse('stripe-connect-onboarding', { url: 'https://x.example' })).not.toBeNull();
  expect(parseRpcResponse('stripe-connect-onboarding', { alreadyConnected: true })).not.toBeNull();
});

test('completes a status that has only the specification’s fields', () => {
  expect(parseRpcResponse('check-subscription-status', NINE_FIELDS)).toEqual({
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

test('accepts a started trial with nothing but success', () => {
  expect(parseRpcResponse('create-subscription', { success: true })).toEqual({
    success: true,
    created: true,
    status: null,
  });
  expect(parseRpcResponse('create-subscription', { success: false })).toBeNull();
});

test('treats a status without a subscription as without access and unknown values as null', () => {
  expect(
    parseRpcResponse('check-subscription-status', {
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
