import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  calculateBundleSaving,
  calculateCompletionPrice,
  findItemError,
  listBundleItems,
  toBundleProduct,
  type BundleItem,
} from './bundle.ts';
import { createAddedFields, createEmptyConfig, type CheckoutPageConfig } from './checkout-page.ts';
import type { Coupon } from './coupon.ts';
import { CURRENCIES, getCurrency } from './currencies.ts';
import { formatAmount } from './money.ts';
import { configAt } from './page-schedule.ts';
import { listDeliveredPages, quoteOrder, sumColumn } from './quote.ts';
import { createItem, createProduct, withBundle } from './testing/bundle-items.ts';
import { createBump, withBumps } from './testing/order-bumps.ts';
import { propertyRuns } from './testing/property-runs.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

const page = (changes: Partial<CheckoutPageConfig> = {}): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  productName: 'All three books',
  price: '30',
  ...withBundle('one', 'two', 'three'),
  ...changes,
});
const EBOOKS = [createItem('one', 1500), createItem('two', 1500), createItem('three', 1500)];

const product = (changes: Partial<CheckoutPageConfig>) =>
  toBundleProduct(configAt({ ...createEmptyConfig(), productName: 'Book', price: '15', ...changes }, NOW), {
    pageId: 'one',
    url: '/c/book',
    now: NOW,
  });

/** A bundle at any price in any currency, with products at any prices, of which the buyer may have some. */
const bundleArbitrary = fc.constantFrom(...CURRENCIES).chain(({ code, step, maximum }) => {
  const amount = fc.integer({ min: 0, max: Math.floor(maximum / step / 20) }).map((steps) => steps * step);
  return fc.record({
    currency: fc.constant(code),
    price: amount,
    items: fc.array(fc.record({ price: amount, paid: fc.option(amount, { nil: undefined, freq: 3 }) }), {
      minLength: 2,
      maxLength: 10,
    }),
    extra: amount,
    discount: fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }),
    scope: fc.constantFrom('product' as const, 'all' as const),
  });
});

test('shares its price, and a coupon, among its products exactly and in whole steps', () => {
  fc.assert(
    fc.property(bundleArbitrary, ({ currency, price, items, extra, discount, scope }) => {
      const { step } = getCurrency(currency);
      const bundleItems = items.map(({ paid, ...item }, index) =>
        createItem(String(index), item.price, paid === undefined ? {} : { paid }),
      );
      fc.pre(bundleItems.some(({ paid }) => paid === undefined));
      const config = page({
        currency,
        price: formatAmount(price, currency),
        ...withBumps(createBump('extra', formatAmount(extra, currency))),
      });
      const coupon: Coupon | null = discount === null ? null : { code: 'SAVE', discount, type: 'percentage', scope };
      const choice = { bumps: ['extra'] };
      const quote = quoteOrder(config, { ...choice, bundleItems }, coupon);
      const alone = quoteOrder(config, choice, coupon);
      if (!('total' in quote) || !('total' in alone)) throw new Error('The price is unreadable');
      expect([quote.original, quote.discount, quote.total]).toEqual([alone.original, alone.discount, alone.total]);
      const lines = quote.lines.filter(({ item }) => item);
      expect(lines.map(({ key }) => key)).toEqual(items.map((_, index) => `item:${index + 1}`));
      expect(sumColumn(lines, 'subtotal')).toBe(price);
      for (const { unit, subtotal, discount: share, total, item } of lines) {
        expect([unit % step, share % step, total]).toEqual([0, 0, subtotal - share]);
        expect(Math.min(unit, share, total)).toBeGreaterThanOrEqual(0);
        if (item?.alreadyPaid !== undefined) expect(subtotal).toBe(0);
      }
    }),
    { numRuns: propertyRuns(5000) },
  );
});

test('gives each product the share of its own price', () => {
  const bundleItems = [createItem('one', 2000), createItem('two', 1000), createItem('free', 0)];
  const quote = quoteOrder(page({ price: '20' }), { bundleItems });
  expect('lines' in quote && quote.lines.map(({ name, unit }) => [name, unit])).toEqual([
    ['Book one', 1333],
    ['Book two', 667],
    ['Book free', 0],
  ]);
});

test('charges a buyer who has some of the products for the others alone', () => {
  const bundleItems = [createItem('one', 1500, { paid: 1500 }), createItem('two', 1500), createItem('three', 1500)];
  const quote = quoteOrder(page({ price: '15' }), { bundleItems });
  if (!('lines' in quote)) throw new Error(quote.error);
  expect(quote.lines.map(({ total, item }) => [total, item?.alreadyPaid])).toEqual([
    [0, 1500],
    [750, undefined],
    [750, undefined],
  ]);
  expect(listDeliveredPages(quote.lines)).toEqual(['two', 'three']);
});

test('saves what its products cost today less its own price', () => {
  expect(calculateBundleSaving(page(), EBOOKS)).toEqual({ separately: 4500, together: 3000, saving: 1500 });
});

const withFirst = (changes: Partial<BundleItem>) => [createItem('one', 1500, changes), ...EBOOKS.slice(1)];

test.each<[string, Partial<CheckoutPageConfig>, BundleItem[]]>([
  ['a product became cheaper', {}, withFirst({ price: 0 })],
  ['a product is not on sale', {}, withFirst({ isOnSale: false })],
  ['buyers name the price of a product', {}, withFirst({ hasFixedPrice: false })],
  ['a product cannot be sold at all', {}, EBOOKS.slice(1)],
  [
    'buyers name the price of the bundle',
    { payWhatYouWant: { ...createAddedFields().payWhatYouWant, enabled: true } },
    EBOOKS,
  ],
])('shows no saving when %s', (_, changes, items) => {
  expect(calculateBundleSaving(page(changes), items)).toBeNull();
});

test.each<[string, Partial<CheckoutPageConfig>, object]>([
  ['its price', {}, { prices: [{ optionId: 'base', amount: 1500 }], hasFixedPrices: true, isOnSale: true }],
  [
    'its price after the countdown',
    {
      countdown: {
        ...createAddedFields().countdown,
        enabled: true,
        endsAt: '2026-11-19T00:00:00Z',
        atEnd: 'price',
        priceAfter: '20',
      },
    },
    { prices: [{ amount: 2000 }] },
  ],
  ['its one-time prices only', { paymentType: 'subscription' }, { prices: [] }],
  [
    'no fixed price where buyers name it',
    { payWhatYouWant: { ...createAddedFields().payWhatYouWant, enabled: true } },
    { hasFixedPrices: false },
  ],
  [
    'no fixed price where buyers buy several',
    { quantity: { ...createAddedFields().quantity, enabled: true, minimum: 2 } },
    { hasFixedPrices: false },
  ],
  [
    'that its sale has ended',
    { availability: { ...createAddedFields().availability, closesAt: '2026-11-19T00:00:00Z' } },
    { isOnSale: false },
  ],
  [
    'its sale whatever its stock',
    { availability: { ...createAddedFields().availability, stock: 1 } },
    { isOnSale: true },
  ],
])('reads of a page %s', (_, changes, expected) => {
  expect(product(changes)).toMatchObject(expected);
});

test.each([
  ['an unpublished page', undefined, 'This product isn’t published. Publish its page, or remove it from the bundle.'],
  [
    'another bundle',
    createProduct('two', { isBundle: true }),
    '“Book two” is a bundle. A bundle can’t contain another one.',
  ],
  ['another currency', createProduct('two', { currency: 'EUR' }), '“Book two” is priced in EUR, not USD'],
  ['a price that is gone', createProduct('two', { prices: [] }), 'Choose a one-time price for “Book two”'],
  ['a page on sale', createProduct('two'), null],
])('says why a bundle cannot contain %s', (_, candidate, message) => {
  expect(findItemError(candidate, { optionId: 'base' }, 'USD')).toBe(message);
});

test('names a product after its price where it has several, and leaves out what it cannot sell', () => {
  const prices = [
    { optionId: 'base', name: 'PDF', amount: 1500 },
    { optionId: 'print', name: 'Print', amount: 2500 },
  ];
  const products = [
    createProduct('one', { prices }),
    createProduct('two', { currency: 'EUR' }),
    createProduct('three'),
  ];
  const items = [{ pageId: 'one', optionId: 'print' }, ...withBundle('two', 'three').bundle.items];
  expect(listBundleItems(page({ bundle: { items } }), products)).toMatchObject([
    { name: 'Book one (Print)', price: 2500 },
    { name: 'Book three', price: 1500 },
  ]);
});

const completed = (paid: (number | undefined)[], changes: Partial<CheckoutPageConfig> = {}) =>
  calculateCompletionPrice(
    page(changes),
    EBOOKS.map((book, index) => (paid[index] === undefined ? book : { ...book, paid: paid[index] })),
  );

test('lowers the price by what a buyer has paid for some products', () => {
  expect(completed([1500])).toBe(1500);
  expect(completed([1500, 1000])).toBe(500);
});

test('asks for nothing, or for at least what Stripe accepts', () => {
  expect(completed([1500, 2000])).toBe(0);
  expect(completed([1500, 1480])).toBe(getCurrency('USD').minimum);
});

test.each([
  ['owns nothing', [], {}],
  ['owns everything', [1500, 1500, 1500], {}],
  ['got their product for free', [0], {}],
  ['pays less for the others by themselves', [100], { price: '44' }],
  ['names the price', [1500], { payWhatYouWant: { ...createAddedFields().payWhatYouWant, enabled: true } }],
])('is no offer for a buyer who %s', (_, paid, changes) => {
  expect(completed(paid, changes)).toBeNull();
});
