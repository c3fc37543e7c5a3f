import { expect, test } from 'vitest';

import { errorBodyOf, ShopError, type ErrorCode } from './errors.ts';
import { isCouponGone, pressWords, type PageSince } from './page-since.ts';

const same: PageSince = { discounted: null, couponGone: false, price: null, termsChanged: false };
const price = { oldText: '$30.00 USD', newText: '$45.00 USD' };

const words = (code: ErrorCode, since: Partial<PageSince> | null = {}) =>
  pressWords({
    refused: errorBodyOf(new ShopError(code), 'Checkout failed').error,
    since: since && { ...same, ...since },
    coupon: 'QUARTER',
  });

test('a changed price is told with the old one, and how to go on', () => {
  expect(words('price_changed', { price })).toEqual({
    form: {
      title: 'The price has changed',
      calm: true,
      message:
        'When you opened the page it was $30.00 USD, it is now $45.00 USD. Nothing was charged. Press the button again to pay the new price.',
    },
  });
});

test('a coupon that is gone and the price without it are told in one sentence', () => {
  const { form, coupon } = words('coupon_invalid', { couponGone: true, price });
  expect(coupon).toEqual({ title: 'Invalid coupon', message: 'This coupon code is not valid' });
  expect(form?.message).toMatch(
    /^The coupon QUARTER is not valid any more; it was \$30.00 USD with it, it is now \$45.00 USD\./,
  );
  expect(form?.message).not.toContain('price has changed');
});

test('a coupon that is gone without a change of the total says that too', () => {
  expect(words('coupon_invalid', { couponGone: true }).form?.message).toContain('the price is the same');
});

test('whatever else was refused, a changed price and changed terms are told with it', () => {
  const told = words('rate_limited', { price, termsChanged: true });
  expect(told.form?.message).toMatch(/wait a moment\. Nothing was charged\. When you opened the page it was/);
  expect(told.form).not.toHaveProperty('calm');
  expect(told.terms?.message).toMatch(/^The terms have changed/);
});

test('terms and email are told at their fields alone', () => {
  expect(words('terms_required')).toEqual({
    terms: { title: 'Terms required', message: 'Please accept the terms and conditions' },
  });
  expect(words('email_invalid')).toEqual({ email: { message: 'Please check the email address.' } });
});

test.for(['provider_unavailable', 'rate_limited', 'internal'] as const)(
  '%s says that nothing was charged',
  (code) => {
    expect(words(code, null).form?.message).toMatch(/ Nothing was charged\.$/);
  },
);

test('an amount that is refused is told at its field alone', () => {
  expect(words('amount_invalid')).toEqual({ amount: { message: 'Please check the amount.' } });
});

test.for([
  ['coupon_used_up', 'has been used up'],
  ['coupon_used_by_buyer', 'has been used by you already'],
  ['coupon_below_price', 'does not count for this price'],
  ['coupon_ended', 'is not valid any more'],
] as const)('%s says what has become of the coupon, and never blocks paying', ([code, fate]) => {
  const refused = errorBodyOf(new ShopError(code), 'Checkout failed').error;
  const told = pressWords({ refused, since: same, coupon: 'QUARTER' });
  expect(told.coupon).toEqual({ title: 'Invalid coupon', message: refused.message });
  expect(told.form?.message).toBe(
    `The coupon QUARTER ${fate}; nothing was charged. Press the button again to pay without it.`,
  );
  expect(isCouponGone({ refused, since: same })).toBe(true);
});

test.for(['sold_out', 'all_held', 'page_closed', 'not_open_yet', 'plan_unknown'] as const)(
  '%s is told above the button, and that nothing was charged',
  (code) => {
    expect(words(code).form?.message).toMatch(/ Nothing was charged\.$/);
  },
);
