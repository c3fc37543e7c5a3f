import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createEmptyConfig, toPublicConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CheckoutPage } from './checkout-page.tsx';

type Amounts = Partial<CheckoutPageConfig['payWhatYouWant']>;

const pay = { slug: 'zine', version: 1, attempt: '' };
const markup = (
  amounts: Amounts = {},
  props: Partial<CheckoutPageProps> = {},
  changes: Partial<CheckoutPageConfig> = {},
) => {
  const config = toPublicConfig({
    ...createEmptyConfig(),
    productName: 'Zine',
    price: '15',
    enableCoupon: true,
    payWhatYouWant: { enabled: true, minimum: '5', maximum: '', presets: [], ...amounts },
    ...changes,
  });
  return renderToStaticMarkup(<CheckoutPage config={config} sellerName={null} pay={pay} {...props} />);
};

const getInputValue = (html: string) => /<input class="co-in" id="amount"[^>]*value="([^"]*)"/.exec(html)?.[1];
const getPickedValue = (html: string) =>
  /value="([^"]*)"/.exec(/<input type="radio"[^>]*checked=""[^>]*>/.exec(html)?.[0] ?? '')?.[1];

test('shows the suggested amount and the minimum', () => {
  const html = markup();
  expect(getInputValue(html)).toBe('15');
  expect(html).toContain('<label for="amount">Choose an amount <small>at least $5</small></label>');
  expect(html).toContain('inputMode="decimal"');
  expect(html).not.toMatch(/name="expected"|Coupon code|co-price/);
});

test('accepts zero without a minimum and describes both limits', () => {
  expect(markup({ minimum: '' })).toContain('<small>free, or at least $0.50</small>');
  expect(markup({ minimum: '', maximum: '99.5' })).toContain('free, or $0.50 to $99.50');
  expect(markup({ maximum: '500' })).toContain('$5 to $500');
});

test('works without script and preselects the suggested amount if it is offered', () => {
  const html = markup({ presets: ['10', '15', '7.50'] });
  expect(getPickedValue(html)).toBe('15');
  expect(html).toContain('<span>$7.50</span>');
  expect(html).toContain('<span data-part="total">$7.50 USD</span>');
  expect(getPickedValue(markup({ presets: ['10', '20'] }))).toBe('');
});

test('preselects or fills in the amount of the URL or of a previous submission', () => {
  expect(getPickedValue(markup({ presets: ['10', '20'] }, { values: { amount: '20' } }))).toBe('20');
  const html = markup({ presets: ['10', '20'] }, { values: { amount: '12,50' } });
  expect([getPickedValue(html), getInputValue(html)]).toEqual(['', '12,50']);
});

test('shows an amount error at its visible field', () => {
  const errors = { amount: { message: 'The minimum amount is $5.00.' } };
  const html = markup({ presets: ['2', '20'] }, { values: { amount: '2' }, errors });
  expect([getPickedValue(html), getInputValue(html)]).toEqual(['', '2']);
  expect(html).toMatch(/id="amount"[^>]*aria-invalid="true" aria-describedby="amount-problem"/);
  expect(html).toContain('The minimum amount is $5.00.');
});

test('shows an amount error above the button if the price is fixed now', () => {
  const errors = { amount: { message: 'This page now has a fixed price.' } };
  const html = markup({ enabled: false }, { errors });
  expect(html).toMatch(/role="alert"[^>]*><span>This page now has a fixed price.</);
});

test('provides currency and billing period for the total that the script shows', () => {
  const html = markup({}, {}, { paymentType: 'subscription', currency: 'JPY', price: '1500' });
  expect(html).toContain('data-before="¥" data-after=" JPY/month" data-decimals="0"');
  expect(html).toContain('inputMode="numeric"');
  expect(html).toContain('<span data-at="own" hidden="">');
});
