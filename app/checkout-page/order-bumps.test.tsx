import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createEmptyConfig, toPublicConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { CURRENCIES, type Currency } from '#domain/currencies.ts';
import { formatQuoteTotal } from '#domain/format-price.ts';
import { formatAmount } from '#domain/money.ts';
import type { OrderBump } from '#domain/order-bump.ts';
import { quoteOrder } from '#domain/quote.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { propertyRuns } from '#domain/testing/property-runs.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CheckoutPage } from './checkout-page.tsx';

const workbook = (changes: Partial<OrderBump> = {}) => createBump('w', '19', { title: 'Workbook', ...changes });
const audio = (changes: Partial<OrderBump> = {}) => createBump('a', '9', { title: 'Audio', ...changes });

const config: CheckoutPageConfig = {
  ...createEmptyConfig(),
  productName: 'Course',
  price: '49',
  ...withBumps(workbook({ regularPrice: '29' }), audio()),
};

const markup = (changes: Partial<CheckoutPageConfig> = {}, props: Partial<CheckoutPageProps> = {}) =>
  renderToStaticMarkup(
    <CheckoutPage config={toPublicConfig({ ...config, ...changes })} sellerName="Vane" {...props} />,
  );

/** The total of a combination in the order summary, by the indexes of its extras. */
const totalWith = (html: string, indexes: string, at = '') => {
  const attributes = `${at && `data-at="${at}" `}data-with="${indexes}"`;
  const [, summary = ''] = html.split('co-summary');
  return new RegExp(`<span ${attributes}><span data-part="total">([^<]*)</span>`).exec(summary)?.[1];
};

test('shows each extra unchecked with its price and the regular price', () => {
  const html = markup();
  expect(html.match(/<input[^>]*name="bump"[^>]*>/g)).toHaveLength(2);
  expect(html).not.toMatch(/<input[^>]*name="bump"[^>]*checked/);
  expect(html).toContain('<del><span class="vh2">Was </span>$29.00 USD</del><span>+\u00a0$19.00 USD</span>');
});

test('contains the total of every combination of extras', () => {
  const html = markup();
  expect(['', '0', '1', '0 1'].map((indexes) => totalWith(html, indexes))).toEqual([
    '$49.00 USD',
    '$68.00 USD',
    '$58.00 USD',
    '$77.00 USD',
  ]);
});

test('leaves an extra out of the totals of a price that it is not offered with, and hides it there', () => {
  const yearly = {
    id: 'y',
    name: 'Yearly',
    price: '90',
    paymentType: 'subscription',
    billingFrequency: 'yearly',
  } as const;
  const html = markup({
    priceOptions: { baseName: 'Once', others: [yearly] },
    bumps: { ...config.bumps, items: [workbook({ offeredWith: ['base'] })] },
  });
  expect(html).toContain('class="co-extra" data-without="1"');
  expect([totalWith(html, '0', '0'), totalWith(html, '0', '1')]).toEqual(['$68.00 USD', '$90.00 USD/year']);
});

test('says what a subscription with a one-time extra costs now and later', () => {
  const html = markup({ paymentType: 'subscription' });
  expect(totalWith(html, '0')).toBe('$68.00 USD now, then $49.00 USD/month');
});

test('takes a coupon for the product off with every combination', () => {
  const html = markup(
    { enableCoupon: true },
    {
      discounted: {
        code: 'TEN',
        coupon: { code: 'TEN', type: 'percentage', discount: 10 },
        originalText: '$49.00 USD',
        totalText: '$44.10 USD',
        savedText: '$4.90',
        total: 4410,
        plans: [],
      },
    },
  );
  expect([totalWith(html, ''), totalWith(html, '0 1')]).toEqual(['$44.10 USD', '$72.10 USD']);
});

test('checks an extra again that the buyer had checked, and none that is off', () => {
  const items = [workbook(), audio({ enabled: false })];
  const html = markup({ bumps: { ...config.bumps, items } }, { values: { bumps: ['w', 'a'] } });
  expect(html.match(/name="bump"/g)).toHaveLength(1);
  expect(html).toMatch(/<input[^>]*checked=""[^>]*value="w"|<input[^>]*value="w"[^>]*checked=""/);
});

test('renders a page without extras as before', () => {
  const html = markup({ bumps: { items: [], position: 'above-button' } });
  expect(html).not.toMatch(/data-with|co-extra|co-summary|announced-total/);
});

test('shows the picture of an extra, without a text that repeats its title', () => {
  const image = `/media/${'a'.repeat(64)}.webp`;
  const html = markup({ bumps: { ...config.bumps, items: [workbook({ image })] } });
  expect(html).toContain(`<img src="${image}" alt="" width="96" height="96" loading="lazy" decoding="async"/>`);
});

const extrasOf = (currency: Currency) =>
  fc.array(
    fc
      .integer({ min: Math.max(1, Math.ceil((currency.minimum ?? 0) / currency.step)), max: 100_000 })
      .map((steps) => formatAmount(steps * currency.step, currency.code)),
    { minLength: 1, maxLength: 3 },
  );

test('shows the quoted total of every combination, in every currency', () => {
  const pages = fc
    .constantFrom(...CURRENCIES)
    .chain((currency) => fc.record({ currency: fc.constant(currency.code), prices: extrasOf(currency) }));
  fc.assert(
    fc.property(pages, ({ currency, prices }) => {
      const [price = '', ...bumpPrices] = [...prices, ...prices];
      const items = bumpPrices.slice(0, 3).map((bumpPrice, index) => createBump(`b${index}`, bumpPrice));
      const page = { ...config, price, currency, bumps: { ...config.bumps, items } };
      const html = markup(page);
      for (const indexes of [[], [0], items.map((_, index) => index)]) {
        const quote = quoteOrder(page, { bumps: indexes.map((index) => `b${index}`) });
        if ('error' in quote) continue;
        expect(totalWith(html, indexes.join(' '))).toBe(formatQuoteTotal(quote, page));
      }
    }),
    { numRuns: propertyRuns(1000) },
  );
});
