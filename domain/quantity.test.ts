import { describe, expect, test } from 'vitest';

import { createAddedFields, createEmptyConfig, type CheckoutPageConfig } from './checkout-page.ts';
import { normalizeConfig, validatePage } from './page-fields.ts';
import { getAvailability } from './page-schedule.ts';
import { getUnitPrice, parseQuantity } from './quantity.ts';
import { quoteOrder } from './quote.ts';

const seats: CheckoutPageConfig = {
  ...createEmptyConfig(),
  productName: 'Workshop',
  price: '20',
  priceOptions: {
    baseName: 'Regular',
    others: [{ id: 'vip', name: 'VIP', price: '50', paymentType: 'one-time', billingFrequency: 'monthly' }],
  },
  quantity: {
    enabled: true,
    minimum: 2,
    maximum: 30,
    singular: 'seat',
    plural: 'seats',
    tiers: [
      { from: 10, price: '18', optionPrices: { vip: '45.50' } },
      { from: 20, price: '15', optionPrices: {} },
    ],
  },
};
const withQuantity = (changes: Partial<CheckoutPageConfig['quantity']>): CheckoutPageConfig => ({
  ...seats,
  quantity: { ...seats.quantity, ...changes },
});
const withFirstPrice = (price: string): CheckoutPageConfig => ({
  ...withQuantity({ tiers: [{ from: 10, price, optionPrices: {} }] }),
});
const listProblems = (config: CheckoutPageConfig) =>
  validatePage(normalizeConfig(config)).filter(({ field }) => field.startsWith('quantity'));

test.each([
  ['base', 2, '20'],
  ['base', 9, '20'],
  ['base', 10, '18'],
  ['base', 30, '15'],
  ['vip', 9, '50'],
  ['vip', 10, '45.50'],
  ['vip', 20, '45.50'],
])('a unit of %s costs, with %i of them, %s', (optionId, quantity, price) => {
  expect(getUnitPrice(seats, optionId, quantity)).toBe(price);
});

test('a quote multiplies the price of the quantity, which is the smallest by default', () => {
  expect(quoteOrder(seats, { quantity: 12 })).toMatchObject({
    total: 12 * 1800,
    lines: [{ unit: 1800, quantity: 12 }],
  });
  expect(quoteOrder(seats)).toMatchObject({ total: 4000, lines: [{ quantity: 2 }] });
});

test('a percentage lowers the sum of all units, a fixed discount is taken off once', () => {
  const coupon = { code: 'SAVE', discount: 12.5, type: 'percentage' as const };
  expect(quoteOrder(seats, { quantity: 3 }, coupon)).toMatchObject({ original: 6000, discount: 750 });
  expect(quoteOrder(seats, { quantity: 3 }, { ...coupon, type: 'fixed' })).toMatchObject({ discount: 1250 });
});

describe('what a buyer types', () => {
  test.each([
    ['', 2],
    [' 7 ', 7],
    ['30', 30],
    [null, 2],
  ])('%j is %i', (text, quantity) => {
    expect(parseQuantity(seats, text)).toBe(quantity);
  });

  test.each(['1', '31', '0', '3.5', '-3', 'five', '1e1', '100000000000'])('%j is refused', (text) => {
    expect(() => parseQuantity(seats, text)).toThrow('Enter a quantity from 2 to 30.');
  });

  test('a page without quantities sells one', () => {
    const single = { ...seats, ...createAddedFields() };
    expect([parseQuantity(single, null), parseQuantity(single, '1')]).toEqual([1, 1]);
    expect(() => parseQuantity(single, '2')).toThrow('no longer lets you choose');
  });
});

test('a page is sold out when less than the smallest quantity is left', () => {
  const page = { ...seats, availability: { ...seats.availability, stock: 10 } };
  const at = (sold: number, reserved: number) => getAvailability(page, new Date(0), { sold, reserved });
  expect([at(8, 0), at(9, 0), at(5, 4)]).toEqual(['open', 'sold_out', 'reserved']);
});

describe('rules for publishing', () => {
  test('a complete setting has no problems', () => {
    expect(listProblems(seats)).toEqual([]);
  });

  test.each<[string, CheckoutPageConfig, string]>([
    ['no unit at all', withQuantity({ minimum: 0 }), 'quantity.minimum'],
    ['a maximum below the minimum', withQuantity({ maximum: 1 }), 'quantity.maximum'],
    [
      'a tier at the minimum',
      withQuantity({ tiers: [{ from: 2, price: '18', optionPrices: {} }] }),
      'quantity.tiers.0',
    ],
    ['a tier without a price', withFirstPrice(''), 'quantity.tiers.0'],
    ['a tier that costs as much', withFirstPrice('20.00'), 'quantity.tiers.0'],
    ['a tier below Stripe’s minimum', withFirstPrice('0.20'), 'quantity.tiers.0'],
    ['more than Stripe takes', { ...withQuantity({ maximum: 10_000, tiers: [] }), price: '100' }, 'quantity.maximum'],
    ['a name that is too long', withQuantity({ singular: 'x'.repeat(21) }), 'quantity.singular'],
    [
      'pay what you want',
      {
        ...seats,
        priceOptions: createAddedFields().priceOptions,
        payWhatYouWant: { ...seats.payWhatYouWant, enabled: true },
      },
      'quantity',
    ],
    ['a stock below the minimum', { ...seats, availability: { ...seats.availability, stock: 1 } }, 'quantity.minimum'],
  ])('%s', (_, config, field) => {
    expect(listProblems(config)).toEqual([{ field, message: expect.any(String) as string }]);
  });

  describe('the price after the countdown', () => {
    const countdown = { ...seats.countdown, enabled: true, endsAt: '2026-12-24T18:00:00Z', atEnd: 'price' as const };
    const withPriceAfter = (config: CheckoutPageConfig, priceAfter: string): CheckoutPageConfig => ({
      ...config,
      priceOptions: createAddedFields().priceOptions,
      countdown: { ...countdown, priceAfter },
    });

    test('must be above the prices of the tiers', () => {
      expect(listProblems(withPriceAfter(withFirstPrice('18'), '25'))).toEqual([]);
      expect(listProblems(withPriceAfter(withFirstPrice('18'), '17'))).toHaveLength(1);
    });

    test('must leave a largest total that Stripe takes', () => {
      const config = withPriceAfter(withQuantity({ tiers: [] }), '40000');
      expect(listProblems(config)).toEqual([
        { field: 'quantity.maximum', message: expect.stringContaining('999999.99') as string },
      ]);
    });
  });
});

test('a coupon with a minimum must leave a total that Stripe takes for the smallest quantity that it is for', () => {
  const coupon = { code: 'SAVE', discount: 90, type: 'percentage' as const, minimum: '2' };
  const page = { ...withQuantity({ minimum: 1, maximum: 100, tiers: [] }), enableCoupon: true, validCoupons: [coupon] };
  expect(validatePage(normalizeConfig({ ...page, price: '5' }))).toEqual([]);
  expect(validatePage(normalizeConfig({ ...page, price: '1' }))).toMatchObject([
    {
      field: 'validCoupons.0',
      message: 'With SAVE, a buyer would pay $0.20. Stripe’s minimum in USD is $0.50.',
    },
  ]);
});

test.for<[string, string, number, number, string]>([
  ['1', 'USD', 99.99, 50, 'With SAVE, a buyer would pay $0.01. Stripe’s minimum in USD is $0.50.'],
  ['50', 'JPY', 99.5, 2, 'With SAVE, a buyer would pay ¥1. Stripe’s minimum in JPY is ¥50.'],
])(
  'at %s %s, a coupon of %d percent may make %d units free, but not leave too little of more',
  ([price, currency, discount, free, message]) => {
    const listErrors = (maximum: number) =>
      validatePage(
        normalizeConfig({
          ...withQuantity({ minimum: 1, maximum, tiers: [] }),
          priceOptions: createAddedFields().priceOptions,
          price,
          currency,
          enableCoupon: true,
          validCoupons: [{ code: 'SAVE', discount, type: 'percentage' }],
        }),
      );
    expect(listErrors(free)).toEqual([]);
    expect(listErrors(10_000)).toEqual([{ field: 'validCoupons.0', message }]);
  },
);
