import { expect, test } from 'vitest';

import { createEmptyConfig } from '../checkout-page.ts';
import { pick } from '../pick.ts';
import { applyPageConfig, toPageConfig, toPublicPath } from './page-config.ts';

const coupon = { code: 'ALL', type: 'percentage' as const, discount: 10, scope: 'all' as const };
const limitedCoupon = {
  ...coupon,
  code: 'UPGRADE',
  payments: 3,
  buyers: 'page' as const,
  buyersOf: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
  paused: true,
  note: 'For Ann',
};
const bump = {
  id: 'glaze',
  enabled: true,
  title: 'Glaze recipes',
  text: '',
  price: '4.50',
  image: null,
  regularPrice: '9',
  billing: 'with-price' as const,
  offeredWith: ['monthly'],
};
const quantity = {
  enabled: true,
  minimum: 2,
  maximum: 20,
  singular: 'seat',
  plural: 'seats',
  tiers: [{ from: 10, price: '4.50', optionPrices: { monthly: '3.00' } }],
};
const config = {
  ...createEmptyConfig(),
  quantity,
  validCoupons: [coupon, limitedCoupon],
  bumps: { items: [bump], position: 'under-price' as const },
};

test('shows extras and lower prices with amounts in minor units, and the settings of coupons', () => {
  expect(toPageConfig(config)).toMatchObject({
    coupons: [
      { code: 'ALL', scope: 'all', payments: null, buyers: null, buyersOfPageId: null, paused: false, note: null },
      { ...pick(limitedCoupon, ['payments', 'buyers', 'paused', 'note']), buyersOfPageId: limitedCoupon.buyersOf },
    ],
    quantity: { ...quantity, tiers: [{ from: 10, price: 450, optionPrices: { monthly: 300 } }] },
    bumps: {
      items: [{ ...bump, price: 450, regularPrice: 900, billing: 'with_price' }],
      position: 'under_price',
    },
  });
});

test('reads back what it shows', () => {
  const changed = applyPageConfig(createEmptyConfig(), toPageConfig(config));
  expect(changed.bumps).toEqual({ ...config.bumps, items: [{ ...bump, regularPrice: '9.00' }] });
  expect(changed.validCoupons).toMatchObject([coupon, limitedCoupon]);
  expect(changed.quantity).toEqual(quantity);
});

test('gives problems the paths of the request', () => {
  expect(['countdown.atEnd', 'countdown.priceAfter', 'validCoupons.0', 'customSlug'].map(toPublicPath)).toEqual([
    'config.countdown.afterEnd',
    'config.countdown.priceAfter',
    'config.coupons.0',
    'slug',
  ]);
});

test.each([
  ['extra', 'bumps', 'config.bumps.items.0.price'],
  ['lower price', 'quantity', 'config.quantity.tiers.0.price'],
] as const)('names the %s whose amount the currency does not have', (_, key, path) => {
  const change = pick(toPageConfig(config), [key]);
  expect(() => applyPageConfig(createEmptyConfig(), { currency: 'UGX', ...change })).toThrow(
    expect.objectContaining({ facts: { problems: [expect.objectContaining({ path })] } }),
  );
});
