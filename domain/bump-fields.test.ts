import { expect, test } from 'vitest';

import { createAddedFields, createEmptyConfig, createPaymentTerms, type CheckoutPageConfig } from './checkout-page.ts';
import type { OrderBump } from './order-bump.ts';
import { normalizeConfig, validatePage } from './page-fields.ts';
import { createBump, withBumps } from './testing/order-bumps.ts';

const CLUB = {
  id: 'club',
  name: 'Club',
  price: '9',
  paymentType: 'subscription',
  billingFrequency: 'monthly',
} as const;
const withClub: Partial<CheckoutPageConfig> = { priceOptions: { baseName: 'Course', others: [CLUB] } };

/** Errors that prevent publishing a page of $29 with these extras, by field. */
function validate(bumps: OrderBump[], change: Partial<CheckoutPageConfig> = {}): Record<string, string> {
  const page = { ...createEmptyConfig(), productName: 'Course', price: '29', ...withBumps(...bumps), ...change };
  return Object.fromEntries(validatePage(normalizeConfig(page)).map(({ field, message }) => [field, message]));
}

test('publishes extras of any price that can be paid together with the product', () => {
  const repeating = createBump('b', '5', { billing: 'with-price', offeredWith: ['club'] });
  const extras = [createBump('a', '0.30', { regularPrice: '0.50' }), repeating, createBump('c', '19')];
  expect(validate(extras, withClub)).toEqual({});
  expect(validate([createBump('a', '', { title: '', enabled: false })])).toEqual({});
});

const payWhatYouWant = { ...createAddedFields().payWhatYouWant, enabled: true };
const [WORKBOOK, SAME_TITLE] = [
  createBump('a', '19', { title: 'Workbook' }),
  createBump('b', '9', { title: ' WORKBOOK ' }),
];

test.for<[string, OrderBump[], Partial<CheckoutPageConfig>, string, string]>([
  ['four', 'abcd'.split('').map((id) => createBump(id, '19')), {}, 'bumps', 'at most 3 extras'],
  ['no title', [createBump('a', '19', { title: ' ' })], {}, 'bumps.0', 'Enter a title'],
  ['a title twice', [WORKBOOK, SAME_TITLE], {}, 'bumps.1', 'Two extras are named “WORKBOOK”'],
  ['an extra twice', [WORKBOOK, { ...WORKBOOK, title: 'Other' }], {}, 'bumps.1', 'added twice'],
  ['a long title', [createBump('a', '19', { title: 'x'.repeat(81) })], {}, 'bumps.0', 'longer than 80'],
  ['a long text', [createBump('a', '19', { text: 'x'.repeat(301) })], {}, 'bumps.0', 'longer than 300'],
  ['no price', [createBump('a', ' ')], {}, 'bumps.0', 'Set a price for the extra'],
  ['a price of zero', [createBump('a', '0.00')], {}, 'bumps.0', 'Set a price for the extra'],
  ['a price in words', [createBump('a', 'five')], {}, 'bumps.0', 'Enter a price as a number'],
  ['a fraction of a cent', [createBump('a', '1.001')], {}, 'bumps.0', 'up to 2 decimal places'],
  ['too high a price', [createBump('a', '1000000')], {}, 'bumps.0', 'can’t be more than 999999.99'],
  ['no higher regular price', [createBump('a', '19', { regularPrice: '19' })], {}, 'bumps.0', 'must be more than'],
  ['a regular price in words', [createBump('a', '19', { regularPrice: 'x' })], {}, 'bumps.0', 'price as a number'],
  [
    'a regular price with pay what you want',
    [createBump('a', '19', { regularPrice: '25' })],
    { payWhatYouWant },
    'bumps.0',
    'With Pay what you want',
  ],
  ['no price to go with', [createBump('a', '19', { offeredWith: [] })], {}, 'bumps.0', 'Choose at least one price'],
  [
    'a price that is gone',
    [createBump('a', '19', { offeredWith: ['gone'] })],
    withClub,
    'bumps.0',
    'Choose at least one price',
  ],
  [
    'repeated payments of a one-time price',
    [createBump('a', '19', { billing: 'with-price', offeredWith: ['base'] })],
    withClub,
    'bumps.0',
    'none of the prices it’s offered with is a subscription',
  ],
  [
    'repeated payments of a payment plan',
    [createBump('a', '19', { billing: 'with-price' })],
    { paymentType: 'payment-plan' },
    'bumps.0',
    'none of the prices it’s offered with is a subscription',
  ],
])('refuses extras with %s', ([, bumps, change, field, message]) => {
  expect(validate(bumps, change)[field]).toContain(message);
});

const CHEAP = createBump('a', '0.30');
const TOO_LOW = 'With “Extra a”, a buyer would pay $0.30. Stripe’s minimum in USD is $0.50.';
const { countdown, quantity } = createAddedFields();
const freeOption = { ...CLUB, price: '0', paymentType: 'one-time' as const };

test.for<[string, OrderBump[], Partial<CheckoutPageConfig>, string]>([
  ['with a free product', [CHEAP], { price: '0' }, TOO_LOW],
  [
    'at the start of a free trial',
    [CHEAP],
    { paymentType: 'subscription', paymentTerms: { ...createPaymentTerms(), trialDays: 14 } },
    TOO_LOW,
  ],
  ['with another price', [CHEAP], { priceOptions: { baseName: 'Course', others: [freeOption] } }, TOO_LOW],
  [
    'after the countdown',
    [CHEAP],
    { countdown: { ...countdown, enabled: true, endsAt: '2026-11-20T12:00:00Z', atEnd: 'price', priceAfter: '0' } },
    TOO_LOW,
  ],
  ['with the smallest amount that buyers can name', [CHEAP], { payWhatYouWant }, TOO_LOW],
  [
    'with another extra',
    [createBump('a', '300000'), createBump('b', '300000')],
    { price: '400000' },
    'With “Extra a” and “Extra b”, a buyer would pay $1000000.00. Stripe’s maximum is $999999.99.',
  ],
  [
    'with the largest quantity',
    [createBump('a', '20000')],
    { price: '99999', quantity: { ...quantity, enabled: true, minimum: 1, maximum: 10 } },
    'With “Extra a”, a buyer would pay $1019990.00. Stripe’s maximum is $999999.99.',
  ],
])('refuses a total that Stripe does not accept %s', ([, bumps, change, message]) => {
  expect(validate(bumps, change)).toEqual({ bumps: message });
});

test('accepts a cheap extra that is not offered with a free price', () => {
  const bump = createBump('a', '0.30', { offeredWith: ['base'] });
  expect(validate([bump], { priceOptions: { baseName: 'Course', others: [freeOption] } })).toEqual({});
});

test.for([
  ['all', 47.9, createBump('a', '19'), '$0.10'],
  ['product', 29, CHEAP, '$0.30'],
] as const)('refuses a coupon that leaves too little with an extra: %s', ([scope, discount, bump, total]) => {
  const validCoupons = [{ code: 'SAVE', discount, type: 'fixed' as const, scope }];
  expect(validate([], { enableCoupon: true, validCoupons })).toEqual({});
  expect(validate([bump], { enableCoupon: true, validCoupons })).toEqual({
    'validCoupons.0': `With SAVE and “Extra a”, a buyer would pay ${total}. Stripe’s minimum in USD is $0.50.`,
  });
});

test('refuses a coupon that leaves too little with an extra in a quantity between the smallest and the largest', () => {
  const validCoupons = [{ code: 'SAVE', discount: 25, type: 'fixed' as const, scope: 'all' as const }];
  const change = { price: '10', quantity: { ...quantity, enabled: true }, enableCoupon: true, validCoupons };
  expect(validate([createBump('a', '4')], change)).toEqual({});
  expect(validate([createBump('a', '5.20')], change)).toEqual({
    'validCoupons.0': 'With SAVE and “Extra a”, a buyer would pay $0.20. Stripe’s minimum in USD is $0.50.',
  });
});
