import { expect, test } from 'vitest';

import { emptyConfig } from '#domain/checkout-page.ts';

import { couponOfEntry } from './coupon-entry.ts';

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
