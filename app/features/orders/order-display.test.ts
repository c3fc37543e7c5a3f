import { expect, test } from 'vitest';

import { parsePageNumber } from '#app/lib/url-state.ts';
import { ORDER_STATES, type OrderRow } from '#domain/order.ts';

import { describePaymentMethod } from './describe-payment-method.ts';
import { getAmountDisplay, DISPUTE_BADGES, ORDER_STATE_BADGES } from './order-display.ts';

const money = (change: Partial<OrderRow> = {}) => ({
  state: 'paid' as const,
  currency: 'USD',
  total: 123_456,
  received: 123_456,
  refunded: 0,
  lost: 0,
  ...change,
});

test('gives every state and dispute outcome its own icon and label', () => {
  const labels = ORDER_STATES.map((state) => ORDER_STATE_BADGES[state].label);
  expect(new Set(labels).size).toBe(ORDER_STATES.length);
  expect(new Set(Object.values(DISPUTE_BADGES).map(({ label }) => label)).size).toBe(3);
});

test('shows received money plainly', () => {
  expect(getAmountDisplay(money())).toEqual({ text: '$1,234.56 USD', tone: '', netText: null });
});

test('shows the net amount if it differs from the total', () => {
  expect(getAmountDisplay(money({ state: 'partly_refunded', refunded: 23_456 }))).toEqual({
    text: '$1,234.56 USD',
    tone: '',
    netText: '$1,000.00 USD',
  });
  expect(getAmountDisplay(money({ received: 246_912 })).netText).toBe('$2,469.12 USD');
});

test('shows that nothing is left of refunded or lost money', () => {
  const lostOrRefunded = { text: '$1,234.56 USD', tone: '', netText: '$0.00 USD' };
  expect(getAmountDisplay(money({ state: 'refunded', refunded: 123_456 }))).toEqual(lostOrRefunded);
  expect(getAmountDisplay(money({ lost: 123_456 }))).toEqual(lostOrRefunded);
  expect(getAmountDisplay(money({ state: 'partly_refunded', refunded: 456, lost: 123_000 }))).toEqual(lostOrRefunded);
});

test('shows a free order as paid with zero', () => {
  expect(getAmountDisplay(money({ total: 0, received: 0 }))).toEqual({
    text: '$0.00 USD',
    tone: '',
    netText: null,
  });
});

test('fades money that never moved', () => {
  for (const state of ['pending', 'failed'] as const)
    expect(getAmountDisplay(money({ state, received: 0 }))).toEqual({
      text: '$1,234.56 USD',
      tone: 'faint',
      netText: null,
    });
});

test('names the card, the method, or for how long a payment is pending', () => {
  const createdAt = '2026-11-20T10:00:00Z';
  const describe = (type: string | null, state: 'paid' | 'pending' = 'paid', brand: string | null = null) => {
    const paymentMethod = type === null ? null : { type, brand, last4: brand && '4242' };
    return describePaymentMethod({ state, createdAt, paymentMethod }, new Date('2026-11-22T11:00:00Z'));
  };
  expect(describe('card', 'paid', 'visa')).toBe('Visa ending in 4242');
  expect(describe('ideal')).toBe('iDEAL');
  expect(describe('sepa_debit', 'pending')).toBe('SEPA Direct Debit, pending for 2 days');
  expect(describe(null)).toBe('Unknown');
});

test('reads the page number from the URL', () => {
  expect(parsePageNumber('7')).toBe(7);
  for (const text of [null, '', '0', '-1', '1.5', '01', 'two', '9999999']) expect(parsePageNumber(text)).toBe(1);
});
