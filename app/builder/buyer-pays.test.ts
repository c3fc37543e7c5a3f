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
const NOW = new Date('2026-11-21T12:00:00Z');
const page = { ...emptyConfig(), price: '29', validCoupons: COUPONS };

test('a code gives price, discount and total', () => {
  expect(buyerPays(page, ' TEN ', NOW)).toEqual({
    kind: 'total',
    code: 'TEN',
    original: '$29.00 USD',
    saved: '$2.90',
    total: '$26.10 USD',
  });
  expect(buyerPays(page, 'FIVER', NOW)).toMatchObject({ saved: '$5.00', total: '$24.00 USD' });
});

test('the total carries the period that is paid for', () => {
  const monthly = { ...page, paymentType: 'subscription' as const };
  expect(buyerPays(monthly, 'TEN', NOW)).toMatchObject({
    original: '$29.00 USD/month',
    total: '$26.10 USD/month',
  });
});

test('a code that gives everything away leaves nothing to pay', () => {
  expect(buyerPays(page, 'GIFT', NOW)).toMatchObject({ saved: '$29.00', total: '$0.00 USD' });
});

test('a wrong code is refused in the words that buyers read', () => {
  expect(buyerPays(page, 'NOPE', NOW)).toEqual({
    kind: 'refused',
    message: 'This coupon code is not valid',
  });
});

test('a code in lower case counts, as it does for buyers', () => {
  expect(buyerPays(page, 'ten', NOW)).toMatchObject({ kind: 'total', code: 'TEN' });
});

test('a total below the provider’s minimum is told with both amounts', () => {
  expect(buyerPays(page, 'ALMOST', NOW)).toMatchObject({
    message: 'The total would be $0.10. Stripe’s minimum in USD is $0.50',
  });
});

test('without a price there is nothing to take off', () => {
  expect(buyerPays({ ...page, price: '' }, 'TEN', NOW)).toMatchObject({ message: 'Set a price first' });
});

test('a currency without decimals is told without them', () => {
  const yen = { ...page, currency: 'JPY', price: '3000' };
  expect(buyerPays(yen, 'TEN', NOW)).toMatchObject({ total: '¥2700 JPY', saved: '¥300' });
});

test('a discount that the currency cannot express is told, not thrown', () => {
  const yen = { ...page, currency: 'JPY', price: '3000' };
  expect(buyerPays(yen, 'ALMOST', NOW)).toMatchObject({ kind: 'refused' });
});

test('a code is refused before it starts, once it has ended, and below its least price', () => {
  const bounded = (bounds: Partial<Coupon>) => ({
    ...page,
    validCoupons: [{ code: 'TEN', discount: 10, type: 'percentage' as const, ...bounds }],
  });
  for (const bounds of [
    { startsAt: '2026-11-21T12:00:01Z' },
    { endsAt: '2026-11-21T12:00:00Z' },
    { minimum: '29.01' },
  ])
    expect(buyerPays(bounded(bounds), 'TEN', NOW)).toMatchObject({ kind: 'refused' });
  const open = { startsAt: '2026-11-21T12:00:00Z', endsAt: '2026-11-21T12:00:01Z', minimum: '29' };
  expect(buyerPays(bounded(open), 'TEN', NOW)).toMatchObject({ total: '$26.10 USD' });
});

test('a code is tried on the price that is chosen, and on the one after a countdown', () => {
  const yearly = {
    id: 'y',
    name: 'A year',
    price: '290',
    paymentType: 'subscription',
    billingFrequency: 'yearly',
  } as const;
  const several = { ...page, priceOptions: { baseName: 'Once', others: [yearly] } };
  expect(buyerPays(several, 'TEN', NOW, 'y')).toMatchObject({ total: '$261.00 USD/year' });
  expect(buyerPays(several, 'TEN', NOW)).toMatchObject({ total: '$26.10 USD' });
  const countdown = {
    ...page.countdown,
    enabled: true,
    endsAt: '2026-11-21T12:00:00Z',
    atEnd: 'price' as const,
    priceAfter: '59',
  };
  expect(buyerPays({ ...page, countdown }, 'TEN', NOW)).toMatchObject({ original: '$59.00 USD' });
});
