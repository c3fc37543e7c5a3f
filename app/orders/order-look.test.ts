import { expect, test } from 'vitest';

import { ORDER_STATES, type OrderRow, type OrderState } from '#domain/order.ts';

import { amountLook, STATE_LOOKS } from './order-look.ts';
import { pageNumberFrom } from './page-number.ts';

const order = (state: OrderState, total = 123_456): OrderRow => ({
  id: 'o',
  number: 1,
  state,
  email: null,
  productName: 'Throwing Taller',
  currency: 'USD',
  total,
  discount: 0,
  couponCode: null,
  createdAt: '2026-11-20T14:12:00.000Z',
});

test('every state has an icon and a word of its own', () => {
  const labels = ORDER_STATES.map((state) => STATE_LOOKS[state].label);
  expect(new Set(labels).size).toBe(ORDER_STATES.length);
});

test('money that came in is plain', () => {
  expect(amountLook(order('paid'))).toEqual({ text: '$1,234.56 USD', tone: '' });
  expect(amountLook(order('partly_refunded')).tone).toBe('');
});

test('money that went back carries its sign', () => {
  expect(amountLook(order('refunded'))).toEqual({ text: '−$1,234.56 USD', tone: 'neg' });
  expect(amountLook(order('refunded', 0))).toEqual({ text: '$0.00 USD', tone: '' });
});

test('money that never moved is faint', () => {
  expect(amountLook(order('pending')).tone).toBe('faint');
  expect(amountLook(order('failed')).tone).toBe('faint');
});

test('the page of the list comes from the address', () => {
  expect(pageNumberFrom('7')).toBe(7);
  for (const text of [null, '', '0', '-1', '1.5', '01', 'two', '9999999'])
    expect(pageNumberFrom(text)).toBe(1);
});
