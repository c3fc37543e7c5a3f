import { expect, test } from 'vitest';

import { createEmptyConfig } from '#domain/checkout-page.ts';

import { toCouponFormValues, parseCoupon, EMPTY_COUPON, hasLimits, type CouponFormValues } from './parse-coupon.ts';

const formValues = (overrides: Partial<CouponFormValues>): CouponFormValues => ({
  ...EMPTY_COUPON,
  ...overrides,
});
const config = { ...createEmptyConfig(), price: '29' };

test('stores a code in upper case', () => {
  expect(parseCoupon(formValues({ code: ' welcome10 ', discount: '10', type: 'percentage' }), config)).toEqual({
    coupon: { code: 'WELCOME10', discount: 10, type: 'percentage' },
  });
});

test('requires a code and a number', () => {
  expect(parseCoupon(formValues({ code: '', discount: '10', type: 'fixed' }), config).error?.field).toBe('code');
  expect(parseCoupon(formValues({ code: 'TEN', discount: '', type: 'fixed' }), config).error?.field).toBe('discount');
  expect(parseCoupon(formValues({ code: 'TEN', discount: '1e1', type: 'fixed' }), config).error?.field).toBe(
    'discount',
  );
});

test('rejects a duplicate code', () => {
  const withTen = { ...config, validCoupons: [{ code: 'TEN', discount: 10, type: 'percentage' as const }] };
  expect(parseCoupon(formValues({ code: 'ten', discount: '5', type: 'fixed' }), withTen).error).toEqual({
    field: 'code',
    message: 'A coupon with the code TEN already exists',
  });
});

test('reports an invalid code at the code field and an invalid discount at the discount field', () => {
  expect(parseCoupon(formValues({ code: 'TEN%', discount: '5', type: 'fixed' }), config).error?.field).toBe('code');
  expect(parseCoupon(formValues({ code: 'ALL', discount: '101', type: 'percentage' }), config).error?.field).toBe(
    'discount',
  );
});

test("rejects a total below Stripe's minimum once there is a price", () => {
  const values = formValues({ code: 'ALMOST', discount: '28.90', type: 'fixed' });
  expect(parseCoupon(values, config).error?.message).toContain('$0.50');
  expect(parseCoupon(values, createEmptyConfig()).coupon).toMatchObject({ discount: 28.9 });
});

test('lets an edited coupon keep its code but not take the code of another one', () => {
  const ten = { code: 'TEN', discount: 10, type: 'percentage' as const };
  const five = { code: 'FIVE', discount: 5, type: 'fixed' as const };
  const both = { ...config, validCoupons: [ten, five] };
  expect(parseCoupon({ ...toCouponFormValues(ten), discount: '12.5' }, both, 0)).toEqual({
    coupon: { ...ten, discount: 12.5 },
  });
  expect(parseCoupon({ ...toCouponFormValues(ten), code: 'five' }, both, 0).error?.field).toBe('code');
});

test('allows editing the fiftieth coupon and rejects a fifty-first', () => {
  const full = {
    ...config,
    validCoupons: Array.from({ length: 50 }, (_, index) => ({
      code: `C${index}`,
      discount: 10,
      type: 'percentage' as const,
    })),
  };
  expect(parseCoupon(formValues({ code: 'C49', discount: '20', type: 'percentage' }), full, 49).coupon).toBeDefined();
  expect(parseCoupon(formValues({ code: 'NEW', discount: '20', type: 'percentage' }), full).error?.message).toBe(
    'A page can have at most 50 coupons',
  );
});

test('keeps the whole text of a code that is too long and names the limit', () => {
  const { error } = parseCoupon(formValues({ code: 'X'.repeat(41), discount: '5', type: 'fixed' }), config);
  expect(error).toEqual({ field: 'code', message: expect.stringContaining('up to 40') });
});

const TEN = { code: 'TEN', discount: '10' };
const NOV = '2026-11-30T17:00:00.000Z';
const DEC = '2026-12-30T17:00:00.000Z';

test('stores the limits of a coupon and reads them back as form values', () => {
  const values = formValues({
    ...TEN,
    startsAt: NOV,
    endsAt: DEC,
    limit: ' 10 ',
    perBuyer: '1',
    minimum: '20.00',
  });
  const { coupon } = parseCoupon(values, config);
  expect(coupon).toEqual({
    code: 'TEN',
    discount: 10,
    type: 'percentage',
    startsAt: NOV,
    endsAt: DEC,
    limit: 10,
    perBuyer: 1,
    minimum: '20.00',
  });
  if (coupon) expect(toCouponFormValues(coupon)).toEqual({ ...values, limit: '10' });
  expect([values, formValues(TEN)].map(hasLimits)).toEqual([true, false]);
});

const PAGE_ID = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const monthly = { ...config, paymentType: 'subscription' as const, billingFrequency: 'monthly' as const };

test('stores who can use a coupon, for how many payments, and its note, and reads them back as form values', () => {
  const settings = { duration: 'several', payments: '3', buyers: 'page', buyersOf: PAGE_ID, note: 'For Ann' } as const;
  const values = formValues({ ...TEN, ...settings });
  const { coupon } = parseCoupon({ ...values, note: ' For  Ann ' }, monthly);
  expect(coupon).toMatchObject({ payments: 3, buyers: 'page', buyersOf: PAGE_ID, note: 'For Ann' });
  if (coupon) expect(toCouponFormValues(coupon)).toEqual(values);
  expect(parseCoupon({ ...values, duration: 'first' }, monthly).coupon?.payments).toBe(1);
  expect(parseCoupon({ ...values, ...EMPTY_COUPON, ...TEN }, monthly).coupon).toEqual({
    code: 'TEN',
    discount: 10,
    type: 'percentage',
  });
  for (const key of ['duration', 'buyers', 'note'] as const)
    expect(hasLimits({ ...EMPTY_COUPON, [key]: values[key] })).toBe(true);
});

test('drops the chosen page when the coupon is for other buyers', () => {
  const values = formValues({ ...TEN, buyers: 'new', buyersOf: PAGE_ID });
  expect(parseCoupon(values, config).coupon).not.toHaveProperty('buyersOf');
});

test('keeps what the form does not edit', () => {
  const paused = { code: 'TEN', discount: 10, type: 'percentage' as const, paused: true, batch: true };
  const edited = { ...toCouponFormValues(paused), discount: '20' };
  expect(parseCoupon(edited, { ...config, validCoupons: [paused] }, 0).coupon).toEqual({ ...paused, discount: 20 });
});

test('removes a limit that was cleared', () => {
  const before = { code: 'TEN', discount: 10, type: 'percentage' as const, limit: 5, endsAt: NOV };
  const after = parseCoupon({ ...toCouponFormValues(before), limit: '', endsAt: null }, config).coupon;
  expect(after).toEqual({ code: 'TEN', discount: 10, type: 'percentage' });
});

test.each<[keyof CouponFormValues, Partial<CouponFormValues>]>([
  ['endsAt', { startsAt: DEC, endsAt: NOV }],
  ['endsAt', { startsAt: NOV, endsAt: NOV }],
  ['limit', { limit: '0' }],
  ['limit', { limit: 'ten' }],
  ['limit', { limit: '1000001' }],
  ['perBuyer', { perBuyer: '1.5' }],
  ['minimum', { minimum: '20,00' }],
  ['payments', { duration: 'several', payments: '' }],
  ['payments', { duration: 'several', payments: '1' }],
  ['payments', { duration: 'several', payments: '25' }],
  ['buyersOf', { buyers: 'page' }],
  ['note', { note: 'x'.repeat(201) }],
])('reports an invalid limit at %s: %j', (field, overrides) => {
  expect(parseCoupon(formValues({ ...TEN, ...overrides }), config).error?.field).toBe(field);
});
