import { expect, test } from 'vitest';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { missingFor, shownIn } from './preview-states.ts';

const page: CheckoutPageConfig = {
  ...emptyConfig(),
  price: '29',
  enableCoupon: true,
  validCoupons: [
    { code: 'TOOMUCH', discount: 28.9, type: 'fixed' },
    { code: 'TEN', discount: 10, type: 'percentage' },
  ],
  requireTerms: true,
};

test('an applied coupon is the first that a buyer could use, with the texts of the real page', () => {
  expect(shownIn('applied', page).discounted).toEqual({
    code: 'TEN',
    originalText: '$29.00 USD',
    totalText: '$26.10 USD',
    savedText: '$2.90',
    total: 2610,
  });
});

test('a wrong coupon and terms that are not ticked say what the real page says', () => {
  expect(shownIn('wrong', page).problems?.coupon?.message).toBe('This coupon code is not valid');
  expect(shownIn('unticked', page).problems?.terms?.title).toBe('Terms required');
  expect(shownIn('ticked', page).typed).toEqual({ terms: true });
});

test('a state that the page does not have says why, and shows the page as it opens', () => {
  const plain = { ...page, enableCoupon: false, requireTerms: false };
  expect(missingFor('applied', plain)).toBe('coupons are off');
  expect(missingFor('ticked', plain)).toBe('terms are off');
  expect(missingFor('applied', { ...page, validCoupons: [] })).toBe('no coupon yet');
  expect(missingFor('wrong', { ...page, validCoupons: [] })).toBeNull();
  expect(shownIn('applied', plain)).toEqual({});
});
