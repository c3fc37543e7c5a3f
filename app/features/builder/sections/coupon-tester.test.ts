import { expect, test } from 'vitest';

import { createEmptyConfig } from '#domain/checkout-page.ts';
import type { Coupon } from '#domain/coupon.ts';

import { previewCoupon } from './coupons-group.tsx';

const COUPONS: Coupon[] = [
  { code: 'TEN', discount: 10, type: 'percentage' },
  { code: 'FIVER', discount: 5, type: 'fixed' },
  { code: 'GIFT', discount: 100, type: 'percentage' },
  { code: 'ALMOST', discount: 28.9, type: 'fixed' },
];
const NOW = new Date('2026-11-21T12:00:00Z');
const page = { ...createEmptyConfig(), price: '29', validCoupons: COUPONS };

test('returns price, discount and total for a code', () => {
  expect(previewCoupon(page, ' TEN ', NOW)).toEqual({
    kind: 'total',
    code: 'TEN',
    original: '$29.00 USD',
    saved: '$2.90',
    total: '$26.10 USD',
  });
  expect(previewCoupon(page, 'FIVER', NOW)).toMatchObject({ saved: '$5.00', total: '$24.00 USD' });
});

test('shows the billing period with the total', () => {
  const monthly = { ...page, paymentType: 'subscription' as const };
  expect(previewCoupon(monthly, 'TEN', NOW)).toMatchObject({
    original: '$29.00 USD/month',
    total: '$26.10 USD/month',
  });
});

test('returns a total of zero for a discount of 100 percent', () => {
  expect(previewCoupon(page, 'GIFT', NOW)).toMatchObject({ saved: '$29.00', total: '$0.00 USD' });
});

test('rejects an invalid code with the message that buyers read', () => {
  expect(previewCoupon(page, 'NOPE', NOW)).toEqual({
    kind: 'refused',
    message: 'This coupon code is not valid',
  });
});

test('accepts a code in lower case, as the checkout does', () => {
  expect(previewCoupon(page, 'ten', NOW)).toMatchObject({ kind: 'total', code: 'TEN' });
});

test("shows the total and the minimum if the total is below Stripe's minimum", () => {
  expect(previewCoupon(page, 'ALMOST', NOW)).toMatchObject({
    message: 'Buyers would pay $0.10. Stripe’s minimum in USD is $0.50.',
  });
});

test('asks for a price first', () => {
  expect(previewCoupon({ ...page, price: '' }, 'TEN', NOW)).toMatchObject({ message: 'Set a price first' });
});

test('shows no decimals for a currency without decimals', () => {
  const yen = { ...page, currency: 'JPY', price: '3000' };
  expect(previewCoupon(yen, 'TEN', NOW)).toMatchObject({ total: '¥2700 JPY', saved: '¥300' });
});

test('rejects a discount that the currency cannot express', () => {
  const yen = { ...page, currency: 'JPY', price: '3000' };
  expect(previewCoupon(yen, 'ALMOST', NOW)).toMatchObject({ kind: 'refused' });
});

test('rejects a code before its start, after its end and below its minimum price', () => {
  const withLimits = (limits: Partial<Coupon>) => ({
    ...page,
    validCoupons: [{ code: 'TEN', discount: 10, type: 'percentage' as const, ...limits }],
  });
  for (const limits of [{ startsAt: '2026-11-21T12:00:01Z' }, { endsAt: '2026-11-21T12:00:00Z' }, { minimum: '29.01' }])
    expect(previewCoupon(withLimits(limits), 'TEN', NOW)).toMatchObject({ kind: 'refused' });
  const activeLimits = { startsAt: '2026-11-21T12:00:00Z', endsAt: '2026-11-21T12:00:01Z', minimum: '29' };
  expect(previewCoupon(withLimits(activeLimits), 'TEN', NOW)).toMatchObject({ total: '$26.10 USD' });
});

test('takes a percentage off the smallest quantity, and a fixed amount once', () => {
  const quantity = { ...page.quantity, enabled: true, minimum: 5 };
  expect(previewCoupon({ ...page, quantity }, 'TEN', NOW)).toMatchObject({ saved: '$14.50', total: '$130.50 USD' });
  expect(previewCoupon({ ...page, quantity }, 'FIVER', NOW)).toMatchObject({ saved: '$5.00', total: '$140.00 USD' });
});

test('applies a code to the selected price option and to the price after a countdown', () => {
  const yearly = {
    id: 'y',
    name: 'A year',
    price: '290',
    paymentType: 'subscription',
    billingFrequency: 'yearly',
  } as const;
  const withYearlyOption = { ...page, priceOptions: { baseName: 'Once', others: [yearly] } };
  expect(previewCoupon(withYearlyOption, 'TEN', NOW, 'y')).toMatchObject({ total: '$261.00 USD/year' });
  expect(previewCoupon(withYearlyOption, 'TEN', NOW)).toMatchObject({ total: '$26.10 USD' });
  const countdown = {
    ...page.countdown,
    enabled: true,
    endsAt: '2026-11-21T12:00:00Z',
    atEnd: 'price' as const,
    priceAfter: '59',
  };
  expect(previewCoupon({ ...page, countdown }, 'TEN', NOW)).toMatchObject({ original: '$59.00 USD' });
});
