import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createEmptyConfig, toPublicConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CheckoutPage } from './checkout-page.tsx';

const yearly = {
  id: 'y',
  name: '',
  price: '290',
  paymentType: 'subscription' as const,
  billingFrequency: 'yearly' as const,
};
const oneTimeOption = {
  ...yearly,
  id: 'o',
  name: 'For <life>',
  price: '890',
  paymentType: 'one-time' as const,
};

const config = (changes: Partial<CheckoutPageConfig> = {}) =>
  toPublicConfig({
    ...createEmptyConfig(),
    productName: 'Letters',
    price: '29',
    paymentType: 'subscription',
    enableCoupon: true,
    priceOptions: { baseName: '', others: [yearly, oneTimeOption] },
    ...changes,
  });

const pay = { slug: 'letters', version: 1, attempt: '' };
const markup = (props: Partial<CheckoutPageProps> = {}, changes: Partial<CheckoutPageConfig> = {}) =>
  renderToStaticMarkup(<CheckoutPage config={config(changes)} sellerName={null} pay={pay} {...props} />);

const discounted = {
  code: 'TEN',
  coupon: { code: 'TEN', type: 'percentage' as const, discount: 10 },
  originalText: '$29.00 USD/month',
  totalText: '$26.10 USD/month',
  savedText: '$2.90',
  total: 2610,
  plans: [
    {
      plan: 'y',
      original: 29_000,
      discount: 2900,
      total: 26_100,
      originalText: '$290.00 USD/year',
      totalText: '$261.00 USD/year',
      savedText: '$29.00',
    },
  ],
};

const radios = (html: string) => html.match(/<input type="radio"[^>]*name="plan"[^>]*>/g) ?? [];
const checkedPlan = (html: string) =>
  radios(html)
    .filter((radio) => radio.includes('checked=""'))
    .map((radio) => /value="(\w+)"/.exec(radio)?.[1]);
const count = (html: string, needle: string) => html.split(needle).length - 1;

test('renders each price option as a card with name, billing period and saving per year', () => {
  const html = markup();
  expect(radios(html)).toHaveLength(3);
  expect(html).toContain('<bdi>Monthly</bdi>');
  expect(html).toContain('<bdi>Yearly</bdi></b><em class="co-saves">Save 16%</em>');
  expect(html).toContain('For &lt;life&gt;');
  expect(html).toContain('data-price="$890 USD"');
  expect(count(html, 'co-saves')).toBe(1);
});

test('renders the totals of all options in price line, button and bar', () => {
  const html = markup();
  for (const [at, text] of ['$29 USD/month', '$290 USD/year', '$890 USD'].entries()) {
    expect(count(html, `<span data-at="${at}">`)).toBe(3);
    expect(count(html, `<span data-part="total">${text}</span>`)).toBe(4);
  }
});

test('selects the base price or the option of the URL and ignores unknown options', () => {
  expect(checkedPlan(markup())).toEqual(['base']);
  expect(checkedPlan(markup({ values: { plan: 'y' } }))).toEqual(['y']);
  expect(checkedPlan(markup({ values: { plan: 'gone' } }))).toEqual(['base']);
});

test('renders the expected total of each option', () => {
  const html = markup({ discounted });
  expect(html).toContain('data-price="2900" name="expected" value="2610"');
  expect(html).toContain('data-price="29000" name="expected.y" value="26100"');
  expect(html).toContain('data-price="89000" name="expected.o" value="89000"');
});

test('strikes through reduced prices and names options without a discount', () => {
  const html = markup({ discounted });
  expect(html).toContain('<del><span class="vh2">Was </span>$290.00 USD/year</del>');
  expect(html).toContain('Coupon applied! You saved $29.00');
  expect(html).toContain('<span data-at="2">TEN doesn’t apply to this price</span>');
  expect(html).not.toContain('$890.00 USD</del>');
});

test('does not strike through the base price if the code applies to other options only', () => {
  const none = { totalText: '$29.00 USD/month', savedText: '$0.00', total: 2900 };
  const html = markup({ discounted: { ...discounted, ...none } });
  expect(html).toContain('<span data-at="0">TEN doesn’t apply to this price</span>');
  expect(html).not.toContain('</span>$29.00 USD/month</del>');
});

test('renders no options for a single price', () => {
  const html = markup({}, { priceOptions: { baseName: 'Only', others: [] } });
  expect(html).not.toMatch(/co-plan|data-at|radio/);
});
