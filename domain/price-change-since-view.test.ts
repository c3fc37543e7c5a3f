import { expect, test } from 'vitest';

import { toErrorBody, AppError, type ErrorCode } from './errors.ts';
import { isCouponRejected, getCheckoutMessages, type PageChangeSinceView } from './price-change-since-view.ts';

const unchanged: PageChangeSinceView = {
  discounted: null,
  couponGone: false,
  price: null,
  termsChanged: false,
};
const price = { oldText: '$30.00 USD', newText: '$45.00 USD' };

const getMessages = (code: ErrorCode, priceChange: Partial<PageChangeSinceView> | null = {}) =>
  getCheckoutMessages({
    error: toErrorBody(new AppError(code), 'Checkout failed').error,
    priceChange: priceChange && { ...unchanged, ...priceChange },
    coupon: 'QUARTER',
  });

test('shows a changed price with the old one and the next step', () => {
  expect(getMessages('price_changed', { price })).toEqual({
    form: {
      title: 'The price has changed',
      isNotice: true,
      message:
        'The price changed from $30.00 USD to $45.00 USD since you opened the page. You haven’t been charged. Submit again to pay the new price.',
    },
  });
});

test('explains a removed coupon and the price without it in one message', () => {
  const { form, coupon } = getMessages('coupon_invalid', { couponGone: true, price });
  expect(coupon).toEqual({ title: 'Invalid coupon', message: 'This coupon code is not valid' });
  expect(form?.message).toMatch(
    /^The coupon QUARTER is no longer valid\. The price was \$30.00 USD with it and is now \$45.00 USD\./,
  );
  expect(form?.message).not.toContain('price has changed');
});

test('explains a removed coupon even if the total stays the same', () => {
  expect(getMessages('coupon_invalid', { couponGone: true }).form?.message).toContain(
    'The price is the same without it. You haven’t been charged. Submit again to pay.',
  );
});

test('adds a changed price and changed terms to any other error, and says once that nothing was charged', () => {
  const messages = getMessages('rate_limited', { price, termsChanged: true });
  expect(messages.form?.message).toMatch(
    /try again\. You haven’t been charged\. The price changed from \S+ USD to \S+ USD since you opened the page\.$/,
  );
  expect(messages.form).not.toHaveProperty('isNotice');
  expect(messages.terms?.message).toMatch(/^The terms have changed/);
});

test('shows errors of terms and email only at their fields', () => {
  expect(getMessages('terms_required')).toEqual({
    terms: { title: 'Terms required', message: 'Please accept the terms and conditions' },
  });
  expect(getMessages('email_invalid')).toEqual({ email: { message: 'Please check the email address.' } });
});

test.for(['provider_unavailable', 'rate_limited', 'internal', 'pay_blocked', 'page_paused', 'page_suspended'] as const)(
  '%s says once that nothing was charged',
  (code) => {
    const message = getMessages(code, null).form?.message;
    expect(message).toMatch(/ You haven’t been charged\.$/);
    expect(message?.match(/charged/g)).toHaveLength(1);
  },
);

test('shows an invalid amount only at its field', () => {
  expect(getMessages('amount_invalid')).toEqual({ amount: { message: 'Please check the amount.' } });
});

test.for([
  ['coupon_used_up', 'The coupon QUARTER has been fully redeemed.'],
  ['coupon_used_by_buyer', 'You’ve already used the coupon QUARTER.'],
  ['coupon_not_new', 'The coupon QUARTER is for new buyers.'],
  ['coupon_not_owner', 'The coupon QUARTER is for buyers of another product.'],
  ['coupon_below_price', 'The coupon QUARTER doesn’t apply to this price.'],
  ['coupon_not_started', 'The coupon QUARTER isn’t valid yet.'],
  ['coupon_ended', 'The coupon QUARTER is no longer valid.'],
] as const)('%s says what happened to the coupon and never blocks paying', ([code, outcome]) => {
  const { error } = toErrorBody(new AppError(code), 'Checkout failed');
  const messages = getCheckoutMessages({ error, priceChange: unchanged, coupon: 'QUARTER' });
  expect(messages.coupon).toEqual({ title: 'Invalid coupon', message: error.message });
  expect(messages.form?.message).toBe(`${outcome} You haven’t been charged. Submit again to pay without it.`);
  expect(isCouponRejected({ error, priceChange: unchanged })).toBe(true);
});

test.for(['sold_out', 'all_held', 'page_closed', 'not_open_yet', 'plan_unknown'] as const)(
  '%s appears above the button and says that nothing was charged',
  (code) => {
    expect(getMessages(code).form?.message).toMatch(/ You haven’t been charged\.$/);
  },
);
