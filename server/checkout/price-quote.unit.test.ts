import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { quoteOrder } from '#domain/quote.ts';

import { findPriceChange } from './price-quote.ts';

const pageWithCoupon = (payments: number | null, price = '29', discount = 10): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  price,
  paymentType: 'subscription',
  enableCoupon: true,
  validCoupons: [{ code: 'START', type: 'fixed', discount, payments }],
});

/** The change for a buyer who saw a first payment of $19. */
function findChange(displayed: CheckoutPageConfig, config: CheckoutPageConfig) {
  const quote = quoteOrder(config, {}, config.validCoupons[0]);
  if ('error' in quote) throw new Error(quote.error);
  const request = { slug: 'club', appliedCoupon: 'START', expected: { amount: 1900, currency: 'USD' } };
  return findPriceChange(displayed, { ...quote, code: 'START', config }, request);
}

test('compares what follows the first payment', () => {
  const threeMonths = pageWithCoupon(3);
  const change = { oldText: '$19.00 USD/month for 3 months, then $29.00 USD/month' };
  expect(findChange(threeMonths, threeMonths)).toBeNull();
  expect(findChange(threeMonths, pageWithCoupon(1))).toEqual({
    ...change,
    newText: '$19.00 USD now, then $29.00 USD/month',
  });
  expect(findChange(threeMonths, pageWithCoupon(3, '39', 20))).toEqual({
    ...change,
    newText: '$19.00 USD/month for 3 months, then $39.00 USD/month',
  });
});

test('accepts the price of a coupon that was added after the buyer opened the page', () => {
  const withoutCoupon = { ...pageWithCoupon(3), validCoupons: [] };
  expect(findChange(withoutCoupon, pageWithCoupon(3))).toBeNull();
});
