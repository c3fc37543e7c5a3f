import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createEmptyConfig, toPublicConfig } from '#domain/checkout-page.ts';
import { AppError, toErrorBody, type ErrorCode } from '#domain/errors.ts';
import { getCheckoutMessages } from '#domain/price-change-since-view.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CheckoutPage } from './checkout-page.tsx';

const config = {
  ...toPublicConfig(createEmptyConfig()),
  productName: 'Throwing Taller',
  price: '29',
  currency: 'EUR',
  enableCoupon: true,
};
const attempt = '6a1a9f0e-0c8e-4f5e-9a4e-0f6f3c1b2a11';

const markup = (props: Partial<CheckoutPageProps> = {}) =>
  renderToStaticMarkup(
    <CheckoutPage config={config} sellerName={null} pay={{ slug: 'taller', version: 3, attempt }} {...props} />,
  );

/** Returns the markup of a form. */
const formIn = (html: string, id: string): string =>
  new RegExp(`<form[^>]*id="${id}".*?</form>`, 's').exec(html)?.[0] ?? '';

const hiddenIn = (form: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(form.matchAll(/<input type="hidden"[^>]*>/g), ([tag]) => [
      / name="([^"]*)"/.exec(tag)?.[1] ?? '',
      / value="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]),
  );

test('sends version, currency and total that the buyer has seen', () => {
  expect(hiddenIn(formIn(markup(), 'pay'))).toEqual({
    intent: 'pay',
    attempt,
    version: '3',
    currency: 'EUR',
    expected: '2900',
    coupon: '',
  });
});

test('submits the coupon with the whole form, and neither validates nor triggers it by Enter', () => {
  const [defaultButton, ...others] = formIn(markup(), 'pay').match(/<button[^>]*>/g) ?? [];
  for (const attribute of ['class="vh2"', 'value="enter"', 'tabindex="-1"', 'aria-hidden="true"'])
    expect(defaultButton?.toLowerCase()).toContain(attribute);
  const couponButtons = others.filter((button) => button.includes('name="intent"'));
  expect(couponButtons.map((button) => / value="([^"]*)"/.exec(button)?.[1])).toEqual(['coupon', 'remove-coupon']);
  for (const button of couponButtons) expect(button).toMatch(/formnovalidate/i);
});

test('names the terms as the reason of the disabled pay button', () => {
  const html = markup({ config: { ...config, requireTerms: true } });
  expect(html).toMatch(/<p class="co-reason" id="pay-reason">Accept the terms above to pay\.<\/p>/);
  expect(markup()).not.toContain('pay-reason');
});

test('focuses the rejected field of a rejected form', () => {
  const html = markup({ errors: { coupon: { message: 'This coupon code is not valid' } } });
  expect(/<input[^>]*id="code"[^>]*>/.exec(html)?.[0]).toMatch(/ autofocus(=""|[ >/])/i);
});

test.for([
  ['price_changed', 'class="co-alert" data-kind="calm"'],
  ['sold_out', 'class="co-alert" role="alert"'],
] as const satisfies [ErrorCode, string][])('renders %s as a notice only if nothing failed', ([code, expected]) => {
  const { form } = getCheckoutMessages({
    error: toErrorBody(new AppError(code), 'Checkout failed').error,
    priceChange: {
      discounted: null,
      couponGone: false,
      price: { oldText: '€29.00 EUR', newText: '€39.00 EUR' },
      termsChanged: false,
    },
    coupon: '',
  });
  expect(markup({ errors: form ? { form } : {} })).toContain(expected);
});
