import fc from 'fast-check';
import { expect, test } from 'vitest';

import { Coupon as CouponSchema } from './checkout-page-schema.ts';
import { applyCoupon, couponProblem, findCoupon, type Coupon } from './coupon.ts';
import { CURRENCIES, MAX_AMOUNT } from './currencies.ts';

const percent = (discount: number): Coupon => ({ code: 'SAVE', discount, type: 'percentage' });
const fixed = (discount: number): Coupon => ({ code: 'SAVE', discount, type: 'fixed' });

const priced = fc.constantFrom(...CURRENCIES).chain((currency) =>
  fc.tuple(
    fc.constant(currency),
    fc.nat(Math.floor(MAX_AMOUNT / currency.step)).map((steps) => steps * currency.step),
  ),
);

test('a percentage is taken off half up, as exact fractions say, in every currency', () => {
  const tenThousandths = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(priced, tenThousandths, ([{ code, step }, original], parts) => {
      const exact = BigInt(original) * BigInt(parts);
      const unit = 1_000_000n * BigInt(step);
      const rest = exact % unit;
      const discount = Number((exact / unit + (rest * 2n >= unit ? 1n : 0n)) * BigInt(step));
      expect(applyCoupon(original, percent(parts / 10_000), code)).toEqual({
        original,
        discount,
        total: original - discount,
      });
    }),
    { numRuns: 135 * 100 },
  );
});

test('every currency keeps a whole number of its steps and never goes below zero', () => {
  const coupon = fc.oneof(
    fc.integer({ min: 1, max: 100 }).map(percent),
    fc.integer({ min: 1, max: 900_000 }).map(fixed),
  );
  fc.assert(
    fc.property(priced, coupon, ([{ code, step, decimals }, original], taken) => {
      fc.pre(taken.type === 'percentage' || taken.discount * 10 ** decimals <= MAX_AMOUNT);
      const { discount, total } = applyCoupon(original, taken, code);
      expect([total % step, discount + total, total >= 0]).toEqual([0, original, true]);
    }),
    { numRuns: 5_000 },
  );
});

test('a tenth of $29 is $2.90', () => {
  expect(applyCoupon(2900, percent(10), 'USD')).toEqual({ original: 2900, discount: 290, total: 2610 });
});

test('half a cent is taken off', () => {
  expect(applyCoupon(1, percent(50), 'USD')).toEqual({ original: 1, discount: 1, total: 0 });
  expect(applyCoupon(1001, percent(12.5), 'USD').discount).toBe(125);
  expect(applyCoupon(1004, percent(12.5), 'USD').discount).toBe(126);
});

test('a third of a króna is rounded to a whole one', () => {
  expect(applyCoupon(100_000, percent(33.33), 'ISK').discount).toBe(33_300);
  expect(applyCoupon(1_000, percent(12.5), 'KWD').discount).toBe(130);
});

test('all of a price can be taken off', () => {
  expect(applyCoupon(2900, percent(100), 'USD').total).toBe(0);
  expect(couponProblem(percent(100), { amount: 2900 }, 'USD')).toBeNull();
});

test('a fixed discount never goes below zero', () => {
  expect(applyCoupon(500, fixed(20), 'USD')).toEqual({ original: 500, discount: 500, total: 0 });
  expect(applyCoupon(500, fixed(0.1), 'USD')).toEqual({ original: 500, discount: 10, total: 490 });
  expect(couponProblem(fixed(20), { amount: 500 }, 'USD')).toBeNull();
});

test('a discount is read as it is written, not as a float counts', () => {
  expect(applyCoupon(1000, percent(0.1), 'USD').discount).toBe(1);
  expect(applyCoupon(2999, fixed(1.15), 'USD').total).toBe(2884);
  expect(couponProblem(fixed(0.1 + 0.2), null, 'USD')).toContain('USD has 2 decimals');
});

test.for([0, -0, -5, 1e-7, 0.00001, 100.0001, 101, 1e21, 100 / 3])('%d is no percentage', (discount) => {
  const problem = 'A percentage is above 0 and at most 100, with at most 4 decimals';
  expect(couponProblem(percent(discount), null, 'USD')).toBe(problem);
  expect(() => applyCoupon(2900, percent(discount), 'USD')).toThrow(RangeError);
});

test.for([
  [0, 'USD', 'A fixed discount is above 0'],
  [-5, 'USD', 'Type the discount in digits with a dot, for example 29.99'],
  [1e-7, 'USD', 'Type the discount in digits with a dot, for example 29.99'],
  [1e21, 'USD', 'Type the discount in digits with a dot, for example 29.99'],
  [1e20, 'USD', 'The discount can be at most 999999.99'],
  [0.001, 'USD', 'USD has 2 decimals: type no more than 2 digits after the dot'],
  [1.5, 'JPY', 'JPY has no decimals: type a whole number, for example 29'],
  [0.005, 'KWD', 'Amounts in KWD must be multiples of 0.010'],
] as const)('a fixed discount of %d %s is refused', ([discount, code, problem]) => {
  expect(couponProblem(fixed(discount), null, code)).toBe(problem);
});

test('numbers that are none are refused at the door', () => {
  for (const discount of [Number.NaN, Number.POSITIVE_INFINITY, '10', null])
    expect(CouponSchema.safeParse({ ...percent(10), discount }).success).toBe(false);
  expect(CouponSchema.safeParse({ ...percent(10), type: 'free' }).success).toBe(false);
  expect(CouponSchema.safeParse({ ...percent(10), uses: 1 }).success).toBe(false);
});

test('a total between nothing and the minimum is refused, naming the minimum', () => {
  expect(couponProblem(percent(99), { amount: 2900 }, 'USD')).toBe(
    'With SAVE a buyer would pay $0.29. Stripe’s minimum in USD is $0.50',
  );
  expect(couponProblem(fixed(28.5), { amount: 2900 }, 'USD')).toBeNull();
  expect(couponProblem(fixed(28.51), { amount: 2900 }, 'USD')).toContain('$0.50');
  expect(couponProblem(percent(99), null, 'USD')).toBeNull();
});

test.for(['A', 'SUMMER-24', 'A_B', 'X'.repeat(40)])('%s is a code', (code) => {
  expect(couponProblem({ ...percent(10), code }, null, 'USD')).toBeNull();
});

test.for(['', 'summer', 'A B', 'É', 'X'.repeat(41), 'A\n'])('%j is no code', (code) => {
  expect(couponProblem({ ...percent(10), code }, null, 'USD')).toBe(
    'A coupon code has 1 to 40 letters, digits, hyphens or underscores',
  );
});

test('a code matches exactly, blanks around it trimmed', () => {
  const coupons = [percent(10), { ...fixed(5), code: 'SAVE5' }];
  expect(findCoupon(coupons, '  SAVE5\n')).toBe(coupons[1]);
  for (const code of ['save5', 'SAVE55', 'SAV', 'S AVE', ''])
    expect(findCoupon(coupons, code)).toBeUndefined();
});
