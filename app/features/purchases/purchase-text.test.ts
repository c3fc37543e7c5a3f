import { expect, test } from 'vitest';

import { createPurchase, createSubscription } from '#app/testing/purchases.ts';
import type { Purchase } from '#domain/purchase.ts';

import {
  describeCancellation,
  describeNextRetry,
  getDocumentName,
  getNotice,
  getPurchaseState,
} from './purchase-text.ts';

test.for<[Partial<Purchase>, string]>([
  [{ state: 'paid' }, 'Paid'],
  [{ state: 'paid', total: 0, received: 0 }, 'Free'],
  [{ state: 'pending' }, 'Your payment is on its way'],
  [{ state: 'failed' }, 'Not paid'],
  [{ state: 'partly_refunded', refunded: 500 }, '$5.00 USD refunded'],
  [{ state: 'partly_refunded', refunded: 500, currency: 'JPY' }, '¥500 JPY refunded'],
  [{ state: 'partly_refunded' }, 'Refunded in part'],
  [{ state: 'refunded' }, 'Refunded'],
  [{ state: 'paid', dispute: 'open' }, 'Questioned through your bank'],
  [{ state: 'paid', dispute: 'lost' }, 'Given back by your bank'],
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

test('explains until when access lasts after canceling, and that an overdue subscription ends at once', () => {
  expect(describeCancellation(createSubscription())).toContain('until December 20, 2026');
  expect(describeCancellation(createSubscription({ state: 'overdue' }))).toContain('ends at once');
});

test('shows no retry if none is known', () => {
  const failed = { at: '2026-11-20T00:00:00Z', payUrl: null, nextTryAt: null };
  expect(describeNextRetry(createSubscription({ state: 'overdue', failed }))).toBe('');
  expect(describeNextRetry(createSubscription())).toBe('');
});

test('shows only known messages for a code in the URL', () => {
  expect(getNotice('signed-out')).toBe('You are signed out.');
  for (const odd of [null, '', 'toString', '__proto__', '<b>', 'SENT']) expect(getNotice(odd)).toBeNull();
});
