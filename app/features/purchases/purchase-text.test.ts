import { expect, test } from 'vitest';

import { createPurchase, createSubscription } from '#app/testing/purchases.ts';
import type { Purchase } from '#domain/purchase.ts';

import {
  describeCancellation,
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

test('shows only known messages for a code in the URL', () => {
  expect(getNotice('signed-out')).toBe('You’re signed out.');
  for (const odd of [null, '', 'toString', '__proto__', '<b>', 'SENT']) expect(getNotice(odd)).toBeNull();
});
