import { expect, test } from 'vitest';

import { couponRefusal, type Coupon } from './coupon.ts';

const coupon: Coupon = { code: 'SAVE', discount: 10, type: 'percentage', minimum: '29.00' };
const at = (original: number) => ({ now: new Date('2026-03-02T10:00:00Z'), original, currency: 'USD' });

test('a coupon with a minimum price works at exactly that price', () => {
  expect(couponRefusal(coupon, at(2900))).toBeNull();
});

test('a cent below its minimum price a coupon is refused, naming the minimum', () => {
  expect(couponRefusal(coupon, at(2899))).toMatchObject({
    code: 'coupon_below_price',
    message: 'This coupon code needs a price of at least $29.00',
    facts: { least: 2900, currency: 'USD' },
  });
});
