import { expect, test } from 'vitest';

import { findPriceAfterDiscount } from './price-after-discount.ts';
import { createMainLine } from './quote.ts';

const MAIN = createMainLine({ name: 'Course', kind: 'recurring', original: 2900, discount: 1000, total: 1900 });
const DISCOUNTED = {
  lines: [MAIN, { ...MAIN, key: 'bump:setup', kind: 'one_time' as const, subtotal: 500, discount: 0, total: 500 }],
  coupon: { payments: 3 },
  billing: 'monthly' as const,
  startedAt: new Date('2026-11-30T10:00:00Z'),
};

test('names the full price and the day of its first payment', () => {
  expect(findPriceAfterDiscount(DISCOUNTED)).toEqual({ amount: 2900, startsAt: '2027-02-28T10:00:00.000Z' });
  const startOfSecondPeriod = (billing: 'weekly' | 'yearly') =>
    findPriceAfterDiscount({ ...DISCOUNTED, coupon: { payments: 1 }, billing })?.startsAt.slice(0, 10);
  expect([startOfSecondPeriod('weekly'), startOfSecondPeriod('yearly')]).toEqual(['2026-12-07', '2027-11-30']);
});

test.for([
  ['has no coupon', { coupon: null }],
  ['has a coupon for all payments', { coupon: { payments: null } }],
  ['costs the full price already', { amount: 2900 }],
  ['has another price at Stripe', { amount: 2500 }],
  ['has a coupon that took nothing off', { lines: [{ ...MAIN, discount: 0, total: 2900 }] }],
  ['is older than lines of orders', { lines: null }],
])('names no other price for a subscription that %s', ([, change]) => {
  expect(findPriceAfterDiscount({ ...DISCOUNTED, ...(change as object) })).toBeNull();
});
