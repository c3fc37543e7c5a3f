import { expect, test } from 'vitest';

import { getBillingSuffix, formatComputedPrice, formatPrice, type Pricing } from './format-price.ts';

const monthly: Pricing = {
  price: '29',
  currency: 'USD',
  paymentType: 'subscription',
  billingFrequency: 'monthly',
};

test('shows the price as typed with symbol, code and suffix', () => {
  expect(formatPrice(monthly)).toBe('$29 USD/month');
  expect(formatPrice({ ...monthly, price: '29.5' })).toBe('$29.5 USD/month');
});

test('shows a computed price with the decimals of its currency', () => {
  expect(formatComputedPrice(2610, monthly)).toBe('$26.10 USD/month');
  expect(formatComputedPrice(0, monthly)).toBe('$0.00 USD/month');
  expect(formatComputedPrice(1500, { ...monthly, currency: 'JPY' })).toBe('¥1500 JPY/month');
});

test('uses the frequency without its last two letters as suffix', () => {
  expect(getBillingSuffix({ ...monthly, billingFrequency: 'weekly' })).toBe('/week');
  expect(getBillingSuffix(monthly)).toBe('/month');
  expect(getBillingSuffix({ ...monthly, billingFrequency: 'yearly' })).toBe('/year');
});

test('omits the suffix for a one-time price', () => {
  expect(formatPrice({ ...monthly, price: '99', paymentType: 'one-time' })).toBe('$99 USD');
});

test('shows only the code for a currency without a symbol', () => {
  expect(formatPrice({ ...monthly, price: '100', currency: 'AED' })).toBe('100 AED/month');
});
