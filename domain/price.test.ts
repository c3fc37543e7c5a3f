import { expect, test } from 'vitest';

import { billingSuffix, computedPriceText, priceText, type Pricing } from './price.ts';

const monthly: Pricing = {
  price: '29',
  currency: 'USD',
  paymentType: 'subscription',
  billingFrequency: 'monthly',
};

test('shows the price as typed with symbol, code and suffix', () => {
  expect(priceText(monthly)).toBe('$29 USD/month');
  expect(priceText({ ...monthly, price: '29.5' })).toBe('$29.5 USD/month');
});

test('shows a computed price with the decimals of its currency', () => {
  expect(computedPriceText(2610, monthly)).toBe('$26.10 USD/month');
  expect(computedPriceText(0, monthly)).toBe('$0.00 USD/month');
  expect(computedPriceText(1500, { ...monthly, currency: 'JPY' })).toBe('¥1500 JPY/month');
});

test('uses the frequency without its last two letters as suffix', () => {
  expect(billingSuffix({ ...monthly, billingFrequency: 'weekly' })).toBe('/week');
  expect(billingSuffix(monthly)).toBe('/month');
  expect(billingSuffix({ ...monthly, billingFrequency: 'yearly' })).toBe('/year');
});

test('omits the suffix for a one-time price', () => {
  expect(priceText({ ...monthly, price: '99', paymentType: 'one-time' })).toBe('$99 USD');
});

test('shows only the code for a currency without a symbol', () => {
  expect(priceText({ ...monthly, price: '100', currency: 'AED' })).toBe('100 AED/month');
});
