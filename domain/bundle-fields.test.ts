import { expect, test } from 'vitest';

import { createAddedFields, createEmptyConfig, type CheckoutPageConfig } from './checkout-page.ts';
import { describeConfigChanges, validatePage } from './page-fields.ts';
import { withBundle } from './testing/bundle-items.ts';

const bundleOf = (pageIds: string[], changes: Partial<CheckoutPageConfig> = {}): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  productName: 'All three books',
  price: '30',
  ...withBundle(...pageIds),
  ...changes,
});

const option = {
  id: 'club',
  name: 'Club',
  price: '9',
  paymentType: 'subscription',
  billingFrequency: 'monthly',
} as const;
const TEN = Array.from({ length: 10 }, (_, index) => `book-${index}`);

test.each<[string, CheckoutPageConfig, object[]]>([
  ['no product', bundleOf([]), []],
  ['two products', bundleOf(['one', 'two']), []],
  ['ten products', bundleOf(TEN), []],
  ['one product', bundleOf(['one']), [{ field: 'bundle', message: 'A bundle must have 2 to 10 products' }]],
  ['eleven products', bundleOf([...TEN, 'one']), [{ field: 'bundle', message: 'A bundle must have 2 to 10 products' }]],
  [
    'a product twice',
    bundleOf(['one', 'two', 'one']),
    [{ field: 'bundle.2', message: 'This product is in the bundle twice. Remove one of them.' }],
  ],
  [
    'a subscription',
    bundleOf(['one', 'two'], { paymentType: 'subscription' }),
    [{ field: 'bundle', message: 'Bundles can’t have subscriptions or payment plans. Make all prices one-time.' }],
  ],
  [
    'a price that repeats',
    bundleOf(['one', 'two'], { priceOptions: { baseName: '', others: [option] } }),
    [{ field: 'bundle', message: 'Bundles can’t have subscriptions or payment plans. Make all prices one-time.' }],
  ],
  [
    'a quantity',
    bundleOf(['one', 'two'], { quantity: { ...createAddedFields().quantity, enabled: true } }),
    [{ field: 'bundle', message: 'A bundle can’t be combined with a quantity. Turn off the quantity.' }],
  ],
  [
    'a delivery of its own',
    bundleOf(['one', 'two'], {
      delivery: { ...createAddedFields().delivery, items: [{ id: 'file', offeredWith: null }] },
    }),
    [
      {
        field: 'bundle',
        message: 'A bundle delivers only what its products deliver. Remove everything from this page’s Delivery tab.',
      },
    ],
  ],
])('validates a bundle with %s', (_, config, errors) => {
  expect(validatePage(config).filter(({ field }) => field.startsWith('bundle'))).toEqual(errors);
});

test.each([
  ['new products', [], ['one', 'two'], ['Bundle: none → 2 products']],
  ['fewer products', ['one', 'two', 'three'], ['one', 'two'], ['Bundle: 3 products → 2 products']],
  ['other products', ['one', 'two'], ['one', 'three'], ['Bundle changed']],
  ['another order', ['one', 'two'], ['two', 'one'], ['Bundle reordered']],
  ['no change', ['one', 'two'], ['one', 'two'], []],
])('describes %s', (_, before, after, lines) => {
  expect(describeConfigChanges(bundleOf(before), bundleOf(after))).toEqual(lines);
});
