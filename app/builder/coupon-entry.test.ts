import { expect, test } from 'vitest';

import { emptyConfig } from '#domain/checkout-page.ts';

import { couponEntryOf, couponOfEntry } from './coupon-entry.ts';

const config = { ...emptyConfig(), price: '29' };

test('a code is kept in upper case', () => {
  expect(couponOfEntry({ code: ' welcome10 ', discount: '10', type: 'percentage' }, config)).toEqual({
    coupon: { code: 'WELCOME10', discount: 10, type: 'percentage' },
  });
});

test('a coupon needs a code and a number', () => {
  expect(couponOfEntry({ code: '', discount: '10', type: 'fixed' }, config).problem?.at).toBe('code');
  expect(couponOfEntry({ code: 'TEN', discount: '', type: 'fixed' }, config).problem?.at).toBe('discount');
  expect(couponOfEntry({ code: 'TEN', discount: '1e1', type: 'fixed' }, config).problem?.at).toBe('discount');
});

test('no code stands twice', () => {
  const taken = { ...config, validCoupons: [{ code: 'TEN', discount: 10, type: 'percentage' as const }] };
  expect(couponOfEntry({ code: 'ten', discount: '5', type: 'fixed' }, taken).problem).toEqual({
    at: 'code',
    message: 'The code TEN is there already',
  });
});

test('a wrong code is told at the code and a wrong discount at the discount', () => {
  expect(couponOfEntry({ code: 'TEN%', discount: '5', type: 'fixed' }, config).problem?.at).toBe('code');
  expect(couponOfEntry({ code: 'ALL', discount: '101', type: 'percentage' }, config).problem?.at).toBe(
    'discount',
  );
});

test('a total below the provider’s minimum is refused once there is a price', () => {
  const entry = { code: 'ALMOST', discount: '28.90', type: 'fixed' as const };
  expect(couponOfEntry(entry, config).problem?.message).toContain('$0.50');
  expect(couponOfEntry(entry, emptyConfig()).coupon).toMatchObject({ discount: 28.9 });
});

test('a coupon that is changed may keep its code, and may not take another one’s', () => {
  const ten = { code: 'TEN', discount: 10, type: 'percentage' as const };
  const five = { code: 'FIVE', discount: 5, type: 'fixed' as const };
  const both = { ...config, validCoupons: [ten, five] };
  expect(couponOfEntry({ ...couponEntryOf(ten), discount: '12.5' }, both, 0)).toEqual({
    coupon: { ...ten, discount: 12.5 },
  });
  expect(couponOfEntry({ ...couponEntryOf(ten), code: 'five' }, both, 0).problem?.at).toBe('code');
});

test('the fiftieth coupon can still be changed, and a fifty-first not added', () => {
  const full = {
    ...config,
    validCoupons: Array.from({ length: 50 }, (_, index) => ({
      code: `C${index}`,
      discount: 10,
      type: 'percentage' as const,
    })),
  };
  expect(couponOfEntry({ code: 'C49', discount: '20', type: 'percentage' }, full, 49).coupon).toBeDefined();
  expect(couponOfEntry({ code: 'NEW', discount: '20', type: 'percentage' }, full).problem?.message).toBe(
    'A page can have at most 50 coupons',
  );
});

test('a code that is too long keeps all its letters and is told with its limit', () => {
  const { problem } = couponOfEntry({ code: 'X'.repeat(41), discount: '5', type: 'fixed' }, config);
  expect(problem).toEqual({ at: 'code', message: expect.stringContaining('1 to 40') });
});
