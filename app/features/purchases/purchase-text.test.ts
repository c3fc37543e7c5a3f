import { expect, test } from 'vitest';

import { createPurchase, createSubscription } from '#app/testing/purchases.ts';
import type { PaymentPlan } from '#domain/order.ts';
import type { Purchase, PurchaseSubscription } from '#domain/purchase.ts';

import {
  describeCancellation,
  describePaymentPlan,
  describeSubscription,
  getDocumentName,
  getNotice,
  getPurchaseState,
} from './purchase-text.ts';

test.for<[Partial<Purchase>, string]>([
  [{ state: 'paid' }, 'Paid'],
  [{ state: 'paid', total: 0, received: 0 }, 'Free'],
  [{ state: 'pending' }, 'Payment processing'],
  [{ state: 'failed' }, 'Not paid'],
  [{ state: 'partly_refunded', refunded: 500 }, '$5.00 USD refunded'],
  [{ state: 'partly_refunded', refunded: 500, currency: 'JPY' }, '¥500 JPY refunded'],
  [{ state: 'partly_refunded' }, 'Partly refunded'],
  [{ state: 'refunded' }, 'Refunded'],
  [{ state: 'paid', dispute: 'open' }, 'Disputed with your bank'],
  [{ state: 'paid', dispute: 'lost' }, 'Refunded by your bank'],
  [{ state: 'paid', dispute: 'won' }, 'Paid'],
])('describes %o as “%s”', ([change, text]) => {
  expect(getPurchaseState(createPurchase(change)).text).toBe(text);
});

test('calls only paid purchases receipts', () => {
  expect(getDocumentName({ state: 'paid' })).toBe('Receipt');
  expect(getDocumentName({ state: 'refunded' })).toBe('Receipt');
  expect(getDocumentName({ state: 'pending' })).toBe('Order');
  expect(getDocumentName({ state: 'failed' })).toBe('Order');
});

test('explains until when a subscription is active after canceling, and that an overdue subscription ends right away', () => {
  expect(describeCancellation(createSubscription())).toContain('until December 20, 2026');
  expect(describeCancellation(createSubscription({ state: 'overdue' }))).toContain('ends right away');
});

test('shows no retry if none is known', () => {
  const failed = { at: '2026-11-20T00:00:00Z', payUrl: null, nextTryAt: null };
  const text = describeSubscription(createSubscription({ state: 'overdue', failed }));
  expect(text).toBe('$12.00 USD every month. The last payment failed.');
});

test.for<[Partial<PurchaseSubscription>, string]>([
  [{ state: 'trialing', trial: 'with_card' }, 'Free until December 20, 2026. Then $12.00 USD every month.'],
  [
    { state: 'trialing', trial: 'without_card' },
    'Free until December 20, 2026. To continue for $12.00 USD every month, add a card by then.',
  ],
  [{ state: 'ending', trial: 'with_card' }, 'Canceled. Free until December 20, 2026. You won’t be charged.'],
])('describes a free trial %o', ([change, text]) => {
  expect(describeSubscription(createSubscription(change))).toBe(text);
});

test('explains that a canceled trial stays free until its end', () => {
  const trial = createSubscription({ state: 'trialing', trial: 'with_card' });
  const text = 'Your free trial stays active until December 20, 2026. You won’t be charged.';
  expect(describeCancellation(trial)).toBe(text);
});

const FAILED = { at: '2026-12-20T00:00:00Z', payUrl: null, nextTryAt: '2026-12-23T00:00:00Z' };

test.for<[PaymentPlan, Partial<PurchaseSubscription>, string]>([
  [
    { count: 3, paid: 2, state: 'running', nextAt: '2027-01-20T10:00:00.000Z' },
    {},
    '2 of 3 payments made. The next payment of $12.00 USD is due on January 20, 2027.',
  ],
  [
    { count: 3, paid: 1, state: 'overdue', nextAt: null },
    { state: 'overdue', failed: FAILED },
    '1 of 3 payments made. The latest payment failed. We’ll try again on December 23, 2026.',
  ],
  [
    { count: 3, paid: 1, state: 'overdue', nextAt: null },
    { state: 'overdue', failed: { ...FAILED, nextTryAt: null } },
    '1 of 3 payments made. The latest payment failed.',
  ],
  [{ count: 3, paid: 3, state: 'complete', nextAt: null }, { state: 'ended' }, 'You’ve made all 3 payments.'],
  [
    { count: 3, paid: 1, state: 'ended_early', nextAt: null },
    { state: 'ended' },
    '1 of 3 payments made. The plan has ended, and you won’t be charged again.',
  ],
])('describes a payment plan %o', ([plan, change, text]) => {
  expect(describePaymentPlan(plan, createSubscription(change))).toBe(text);
});

test('shows only known messages for a code in the URL', () => {
  expect(getNotice('signed-out')).toBe('You’re signed out.');
  for (const odd of [null, '', 'toString', '__proto__', '<b>', 'SENT']) expect(getNotice(odd)).toBeNull();
});
