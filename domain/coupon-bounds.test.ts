import { expect, test } from 'vitest';

import { findCouponError, findCouponLimitError, type Coupon, type CouponUses } from './coupon.ts';

const coupon: Coupon = { code: 'SAVE', discount: 10, type: 'percentage', minimum: '29.00' };
const at = (original: number) => ({ now: new Date('2026-03-02T10:00:00Z'), original, currency: 'USD' });

test('accepts a coupon at exactly its minimum price', () => {
  expect(findCouponError(coupon, at(2900))).toBeNull();
});

test('rejects a coupon one cent below its minimum price and names the minimum', () => {
  expect(findCouponError(coupon, at(2899))).toMatchObject({
    code: 'coupon_below_price',
    message: 'This coupon code requires an order of at least $29.00',
    facts: { least: 2900, currency: 'USD' },
  });
});

const LAST_USES = 'Other buyers are checking out with the last uses of this coupon code. Try again in a few minutes.';

test.for([
  [{ limit: 10 }, { used: 9, reserved: 0, buyer: null }, null],
  [{ limit: 10 }, { used: 10, reserved: 0, buyer: null }, 'This coupon code has been fully redeemed'],
  [{ limit: 10 }, { used: 9, reserved: 1, buyer: null }, LAST_USES],
  [{ perBuyer: 2 }, { used: 50, reserved: 0, buyer: 1 }, null],
  [{ perBuyer: 2 }, { used: 50, reserved: 0, buyer: 2 }, 'You’ve already used this coupon code'],
  [
    { perBuyer: 2 },
    { used: 0, reserved: 0, buyer: null },
    'Enter your email address first. This coupon code has a limit per buyer',
  ],
] as const satisfies [Partial<Coupon>, CouponUses, string | null][])(
  'evaluates a coupon with %j and uses %j as %s',
  ([bounds, uses, message]) => {
    expect(findCouponLimitError({ ...coupon, ...bounds }, uses)?.message ?? null).toBe(message);
  },
);
