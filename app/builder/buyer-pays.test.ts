import { expect, test } from 'vitest';

import { emptyConfig } from '#domain/checkout-page.ts';
import type { Coupon } from '#domain/coupon.ts';

import { buyerPays } from './buyer-pays.ts';

const COUPONS: Coupon[] = [
  { code: 'TEN', discount: 10, type: 'percentage' },
  { code: 'FIVER', discount: 5, type: 'fixed' },
  { code: 'GIFT', discount: 100, type: 'percentage' },
  { code: 'ALMOST', discount: 28.9, type: 'fixed' },
];
const page = { ...emptyConfig(), price: '29', validCoupons: COUPONS };

test('a code gives price, discount and total', () => {
  expect(buyerPays(page, ' TEN ')).toEqual({
    kind: 'total',
    code: 'TEN',
    original: '$29.00 USD',
    saved: '$2.90',
    total: '$26.10 USD',
  });
  expect(buyerPays(page, 'FIVER')).toMatchObject({ saved: '$5.00', total: '$24.00 USD' });
});

test('the total carries the period that is paid for', () => {
  const monthly = { ...page, paymentType: 'subscription' as const };
  expect(buyerPays(monthly, 'TEN')).toMatchObject({
    original: '$29.00 USD/month',
    total: '$26.10 USD/month',
  });
});

test('a code that gives everything away leaves nothing to pay', () => {
  expect(buyerPays(page, 'GIFT')).toMatchObject({ saved: '$29.00', total: '$0.00 USD' });
});

test('a wrong code is refused in the words that buyers read', () => {
  expect(buyerPays(page, 'NOPE')).toEqual({
    kind: 'refused',
    message: 'This coupon code is not valid',
    hint: null,
  });
});

test('a code in small letters is wrong, and the seller is told why', () => {
  expect(buyerPays(page, 'ten')).toMatchObject({
    message: 'This coupon code is not valid',
    hint: 'Buyers have to type it as it is: TEN',
  });
});

test('a total below the provider’s minimum is told with both amounts', () => {
  expect(buyerPays(page, 'ALMOST')).toMatchObject({
    message: 'The total would be $0.10. Stripe’s minimum in USD is $0.50',
  });
});

test('without a price there is nothing to take off', () => {
  expect(buyerPays({ ...page, price: '' }, 'TEN')).toMatchObject({ message: 'Set a price first' });
});

test('a currency without decimals is told without them', () => {
  const yen = { ...page, currency: 'JPY', price: '3000' };
  expect(buyerPays(yen, 'TEN')).toMatchObject({ total: '¥2700 JPY', saved: '¥300' });
});

test('a discount that the currency cannot express is told, not thrown', () => {
  const yen = { ...page, currency: 'JPY', price: '3000' };
  expect(buyerPays(yen, 'ALMOST')).toMatchObject({ kind: 'refused' });
});
