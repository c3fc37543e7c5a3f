import { expect, test } from 'vitest';

import { ORDER_STATES, type OrderRow } from '#domain/order.ts';

import { amountLook, DISPUTE_LOOKS, STATE_LOOKS } from './order-look.ts';
import { pageNumberFrom } from './page-number.ts';

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
  const labels = ORDER_STATES.map((state) => STATE_LOOKS[state].label);
  expect(new Set(labels).size).toBe(ORDER_STATES.length);
  expect(new Set(Object.values(DISPUTE_LOOKS).map(({ label }) => label)).size).toBe(3);
});

test('shows received money plainly', () => {
  expect(amountLook(money())).toEqual({ text: '$1,234.56 USD', tone: '', kept: null });
});

test('shows the net amount if it differs from the total', () => {
  expect(amountLook(money({ state: 'partly_refunded', refunded: 23_456 }))).toEqual({
    text: '$1,234.56 USD',
    tone: '',
    kept: '$1,000.00 USD',
  });
  expect(amountLook(money({ received: 246_912 })).kept).toBe('$2,469.12 USD');
});

test('shows refunded or lost money as negative', () => {
  const gone = { text: '−$1,234.56 USD', tone: 'neg', kept: null };
  expect(amountLook(money({ state: 'refunded', refunded: 123_456 }))).toEqual(gone);
  expect(amountLook(money({ lost: 123_456 }))).toEqual(gone);
  expect(amountLook(money({ state: 'partly_refunded', refunded: 456, lost: 123_000 }))).toEqual(gone);
});

test('shows a free order as paid with zero', () => {
  expect(amountLook(money({ total: 0, received: 0 }))).toEqual({ text: '$0.00 USD', tone: '', kept: null });
});

test('fades money that never moved', () => {
  for (const state of ['pending', 'failed'] as const)
    expect(amountLook(money({ state, received: 0 }))).toEqual({
      text: '$1,234.56 USD',
      tone: 'faint',
      kept: null,
    });
});

test('reads the page number from the URL', () => {
  expect(pageNumberFrom('7')).toBe(7);
  for (const text of [null, '', '0', '-1', '1.5', '01', 'two', '9999999'])
    expect(pageNumberFrom(text)).toBe(1);
});
