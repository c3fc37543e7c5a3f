import { expect, test } from 'vitest';

import { Coupon as CouponSchema } from './checkout-page-schema.ts';
import { createEmptyConfig } from './checkout-page.ts';
import {
  findCoupon,
  findCouponBuyerError,
  findCouponCountProblem,
  findCouponProblem,
  validateCoupon,
  type Coupon,
} from './coupon.ts';

const percent = (discount: number): Coupon => ({ code: 'SAVE', discount, type: 'percentage' });
const fixed = (discount: number): Coupon => ({ code: 'SAVE', discount, type: 'fixed' });

const page = (price: string, currency = 'USD') => ({ ...createEmptyConfig(), price, currency });

test('reads a discount as it is written', () => {
  expect(validateCoupon(fixed(0.1 + 0.2), page(''))).toContain('USD amounts can have up to 2 decimal places');
});

test.for([0, -0, -5, 1e-7, 0.00001, 100.0001, 101, 1e21, 100 / 3])('rejects %d as a percentage', (discount) => {
  const message = 'Enter a discount percentage above 0 and up to 100, with at most 4 decimals';
  for (const price of ['', '29']) expect(validateCoupon(percent(discount), page(price))).toBe(message);
});

test.for([
  [0, 'USD', 'Enter a discount above 0'],
  [-5, 'USD', 'Enter a discount as a number, like 29.99'],
  [1e-7, 'USD', 'Enter a discount as a number, like 29.99'],
  [1e21, 'USD', 'Enter a discount as a number, like 29.99'],
  [1e20, 'USD', 'The discount can’t be more than 999999.99'],
  [0.001, 'USD', 'USD amounts can have up to 2 decimal places'],
  [1.5, 'JPY', 'Enter JPY amounts as whole numbers, like 29'],
  [0.005, 'KWD', 'KWD amounts must be multiples of 0.010'],
] as const)('a fixed discount of %d %s is refused', ([discount, code, message]) => {
  for (const price of ['', '29']) expect(validateCoupon(fixed(discount), page(price, code))).toBe(message);
});

test('rejects invalid numbers in the schema', () => {
  for (const discount of [Number.NaN, Number.POSITIVE_INFINITY, '10', null])
    expect(CouponSchema.safeParse({ ...percent(10), discount }).success).toBe(false);
  expect(CouponSchema.safeParse({ ...percent(10), type: 'free' }).success).toBe(false);
  expect(CouponSchema.safeParse({ ...percent(10), uses: 1 }).success).toBe(false);
});

test('rejects a total between zero and the minimum and names the minimum', () => {
  expect(validateCoupon(percent(99), page('29'))).toBe(
    'With SAVE, a buyer would pay $0.29. Stripe’s minimum in USD is $0.50.',
  );
  expect(validateCoupon(fixed(28.5), page('29'))).toBeNull();
  expect(validateCoupon(fixed(28.51), page('29'))).toContain('$0.50');
});

test('validates only the coupon itself while the price is unreadable', () => {
  for (const price of ['', 'soon']) expect(validateCoupon(percent(99), page(price))).toBeNull();
});

test('allows a discount of the full price', () => {
  expect(validateCoupon(percent(100), page('29'))).toBeNull();
  expect(validateCoupon(fixed(20), page('5'))).toBeNull();
});

test.for(['A', 'SUMMER-24', 'A_B', 'X'.repeat(40)])('accepts %s as a code', (code) => {
  expect(validateCoupon({ ...percent(10), code }, page(''))).toBeNull();
});

test.for(['', 'summer', 'A B', 'É', 'X'.repeat(41), 'A\n'])('rejects %j as a code', (code) => {
  expect(validateCoupon({ ...percent(10), code }, page(''))).toBe(
    'A coupon code can have up to 40 letters, digits, hyphens, and underscores',
  );
});

test('matches a code regardless of case and surrounding blanks', () => {
  const coupons = [percent(10), { ...fixed(5), code: 'SAVE5' }];
  for (const code of ['  SAVE5\n', 'save5', ' Save5']) expect(findCoupon(coupons, code)).toBe(coupons[1]);
  for (const code of ['SAVE55', 'SAV', 'S AVE', 's ave', '']) expect(findCoupon(coupons, code)).toBeUndefined();
});

test.for<[Partial<Coupon>, string | null]>([
  [{ buyers: 'page', buyersOf: '1b4e28ba-2fa1-41d2-883f-0016d3cca427' }, null],
  [{ buyers: 'page' }, 'Choose the page whose buyers can use the coupon'],
  [{ buyers: 'page', buyersOf: 'course' }, 'Choose the page whose buyers can use the coupon'],
  [{ buyers: 'new' }, null],
  [{ note: 'x'.repeat(200) }, null],
  [{ note: 'x'.repeat(201) }, 'A note can’t be longer than 200 characters'],
])('validates who can use a coupon and its note: %j', ([settings, error]) => {
  expect(validateCoupon({ ...percent(10), ...settings }, page('29'))).toBe(error);
});

test.for<[Coupon['buyers'], boolean, string | undefined]>([
  [undefined, true, undefined],
  ['new', false, undefined],
  ['new', true, 'coupon_not_new'],
  ['page', false, 'coupon_not_owner'],
  ['page', true, undefined],
])('a coupon for %s, for a buyer who has bought: %s', ([buyers, hasBought, code]) => {
  expect(findCouponBuyerError({ ...percent(10), buyers }, hasBought)?.code).toBe(code);
});

test('gives generated codes the rules of their prefix and one use, and limits batches', () => {
  const batch = (code: string): Coupon => ({ code, discount: 5, type: 'percentage', batch: true });
  const coupons = [batch('A'), batch('A-B')];
  expect(findCoupon(coupons, 'a-b-23456789')).toEqual({ ...batch('A-B'), code: 'A-B-23456789', limit: 1 });
  for (const code of ['A', 'A-B', 'A-2345678', 'A-01234567']) expect(findCoupon(coupons, code)).toBeUndefined();
  const problems = [{}, { code: 'X'.repeat(21) }, { limit: 5 }, { perBuyer: 1 }].map(
    (change) => findCouponProblem({ ...batch('A'), ...change }, createEmptyConfig())?.field,
  );
  expect(problems).toEqual([undefined, 'code', 'limit', 'perBuyer']);
  const many = Array.from({ length: 10 }, (_, index) => batch(`B${index}`));
  expect(findCouponCountProblem(many)).toBeNull();
  expect(findCouponCountProblem([...many, batch('LAST')])).toContain('at most 10 coupons with single-use codes');
});
