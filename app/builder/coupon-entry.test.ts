import { expect, test } from 'vitest';

import { emptyConfig } from '#domain/checkout-page.ts';

import { couponEntryOf, couponOfEntry, EMPTY_COUPON, isBounded, type CouponEntry } from './coupon-entry.ts';

const typed = (part: Partial<CouponEntry>): CouponEntry => ({ ...EMPTY_COUPON, ...part });
const config = { ...emptyConfig(), price: '29' };

test('stores a code in upper case', () => {
  expect(couponOfEntry(typed({ code: ' welcome10 ', discount: '10', type: 'percentage' }), config)).toEqual({
    coupon: { code: 'WELCOME10', discount: 10, type: 'percentage' },
  });
});

test('requires a code and a number', () => {
  expect(couponOfEntry(typed({ code: '', discount: '10', type: 'fixed' }), config).problem?.at).toBe('code');
  expect(couponOfEntry(typed({ code: 'TEN', discount: '', type: 'fixed' }), config).problem?.at).toBe(
    'discount',
  );
  expect(couponOfEntry(typed({ code: 'TEN', discount: '1e1', type: 'fixed' }), config).problem?.at).toBe(
    'discount',
  );
});

test('rejects a duplicate code', () => {
  const taken = { ...config, validCoupons: [{ code: 'TEN', discount: 10, type: 'percentage' as const }] };
  expect(couponOfEntry(typed({ code: 'ten', discount: '5', type: 'fixed' }), taken).problem).toEqual({
    at: 'code',
    message: 'The code TEN is there already',
  });
});

test('reports an invalid code at the code field and an invalid discount at the discount field', () => {
  expect(couponOfEntry(typed({ code: 'TEN%', discount: '5', type: 'fixed' }), config).problem?.at).toBe(
    'code',
  );
  expect(couponOfEntry(typed({ code: 'ALL', discount: '101', type: 'percentage' }), config).problem?.at).toBe(
    'discount',
  );
});

test("rejects a total below Stripe's minimum once there is a price", () => {
  const entry = typed({ code: 'ALMOST', discount: '28.90', type: 'fixed' });
  expect(couponOfEntry(entry, config).problem?.message).toContain('$0.50');
  expect(couponOfEntry(entry, emptyConfig()).coupon).toMatchObject({ discount: 28.9 });
});

test('lets an edited coupon keep its code but not take the code of another one', () => {
  const ten = { code: 'TEN', discount: 10, type: 'percentage' as const };
  const five = { code: 'FIVE', discount: 5, type: 'fixed' as const };
  const both = { ...config, validCoupons: [ten, five] };
  expect(couponOfEntry({ ...couponEntryOf(ten), discount: '12.5' }, both, 0)).toEqual({
    coupon: { ...ten, discount: 12.5 },
  });
  expect(couponOfEntry({ ...couponEntryOf(ten), code: 'five' }, both, 0).problem?.at).toBe('code');
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
  expect(
    couponOfEntry(typed({ code: 'C49', discount: '20', type: 'percentage' }), full, 49).coupon,
  ).toBeDefined();
  expect(
    couponOfEntry(typed({ code: 'NEW', discount: '20', type: 'percentage' }), full).problem?.message,
  ).toBe('A page can have at most 50 coupons');
});

test('keeps the whole text of a code that is too long and names the limit', () => {
  const { problem } = couponOfEntry(typed({ code: 'X'.repeat(41), discount: '5', type: 'fixed' }), config);
  expect(problem).toEqual({ at: 'code', message: expect.stringContaining('1 to 40') });
});

const TEN = { code: 'TEN', discount: '10' };
const NOV = '2026-11-30T17:00:00.000Z';
const DEC = '2026-12-30T17:00:00.000Z';

test('stores the limits of a coupon and reads them back as form values', () => {
  const entry = typed({ ...TEN, startsAt: NOV, endsAt: DEC, limit: ' 10 ', perBuyer: '1', minimum: '20.00' });
  const { coupon } = couponOfEntry(entry, config);
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
  if (coupon) expect(couponEntryOf(coupon)).toEqual({ ...entry, limit: '10' });
  expect([entry, typed(TEN)].map(isBounded)).toEqual([true, false]);
});

test('removes a limit that was cleared', () => {
  const before = { code: 'TEN', discount: 10, type: 'percentage' as const, limit: 5, endsAt: NOV };
  const after = couponOfEntry({ ...couponEntryOf(before), limit: '', endsAt: null }, config).coupon;
  expect(after).toEqual({ code: 'TEN', discount: 10, type: 'percentage' });
});

test.each<[keyof CouponEntry, Partial<CouponEntry>]>([
  ['endsAt', { startsAt: DEC, endsAt: NOV }],
  ['endsAt', { startsAt: NOV, endsAt: NOV }],
  ['limit', { limit: '0' }],
  ['limit', { limit: 'ten' }],
  ['limit', { limit: '1000001' }],
  ['perBuyer', { perBuyer: '1.5' }],
  ['minimum', { minimum: '20,00' }],
])('reports an invalid limit at %s: %j', (at, part) => {
  expect(couponOfEntry(typed({ ...TEN, ...part }), config).problem?.at).toBe(at);
});
