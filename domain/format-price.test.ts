import { expect, test } from 'vitest';

import { getBillingSuffix, formatComputedPrice, formatPrice, formatQuoteTotal, type Pricing } from './format-price.ts';

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

test.for([
  [1900, 1900, null, '$19.00 USD/month'],
  [3900, 1900, null, '$39.00 USD now, then $19.00 USD/month'],
  [1900, 2900, { amount: 1900, payments: 1 }, '$19.00 USD now, then $29.00 USD/month'],
  [1900, 2900, { amount: 1900, payments: 3 }, '$19.00 USD/month for 3 months, then $29.00 USD/month'],
  [0, 2900, { amount: 0, payments: 2 }, '$0.00 USD/month for 2 months, then $29.00 USD/month'],
  [
    3900,
    2900,
    { amount: 1900, payments: 3 },
    '$39.00 USD now, then $19.00 USD/month for 2 months, then $29.00 USD/month',
  ],
  [
    3900,
    2900,
    { amount: 1900, payments: 2 },
    '$39.00 USD now, then $19.00 USD/month for a month, then $29.00 USD/month',
  ],
  // A one-time extra makes the first payment as high as the later ones.
  [2900, 2900, { amount: 1900, payments: 1 }, '$29.00 USD now, then $29.00 USD/month'],
] as const)('shows %d and then %d, with the discount %o', ([total, amount, discounted, text]) => {
  const recurring = { amount, billing: 'monthly' as const, discounted, trialDays: 0, installments: null };
  const quote = { original: total, discount: 0, total, currency: 'USD', lines: [], recurring };
  expect(formatQuoteTotal(quote, monthly)).toBe(text);
});

test('names a payment plan with its duration', () => {
  const terms = { setupFee: '', trialDays: 0, trialNeedsCard: true, installments: 12 };
  expect(formatPrice({ ...monthly, paymentType: 'payment-plan', paymentTerms: terms })).toBe(
    '$29 USD/month for 12 months',
  );
  expect(formatPrice({ ...monthly, paymentTerms: terms })).toBe('$29 USD/month');
});
