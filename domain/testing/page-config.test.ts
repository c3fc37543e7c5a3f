import fc from 'fast-check';
import { expect, test } from 'vitest';

import { CheckoutPageConfig } from '../checkout-page-schema.ts';
import { findCouponError } from '../coupon.ts';
import { configForChoice, configAt, listPriceOptions } from '../offer.ts';
import { validatePage, normalizeConfig } from '../page-fields.ts';
import { calculatePricing } from '../pricing.ts';
import { configArbitrary } from './page-config.ts';
import { propertyRuns } from './property-runs.ts';

test('generates only valid, publishable configs, and covers every kind', () => {
  const image = `/media/${'0a'.repeat(32)}.webp`;
  const configs = fc.sample(configArbitrary([image]), { numRuns: propertyRuns(300), seed: 7 });
  for (const config of configs) {
    expect(CheckoutPageConfig.safeParse(config).success).toBe(true);
    expect(validatePage(normalizeConfig(config))).toEqual([]);
  }
  const some = (predicate: (config: CheckoutPageConfig) => boolean) => configs.filter(predicate).length;
  expect(some(({ validCoupons }) => validCoupons.length > 1)).toBeGreaterThan(20);
  expect(some(({ features }) => features.length > 3)).toBeGreaterThan(20);
  expect(some(({ testimonials }) => testimonials.items.length > 1)).toBeGreaterThan(20);
  expect(some(({ price }) => Number(price) === 0)).toBeGreaterThan(5);
  expect(some(({ productImage, logo }) => productImage !== null && logo === null)).toBeGreaterThan(20);
  expect(some(({ priceOptions }) => priceOptions.others.length > 0)).toBeGreaterThan(20);
  expect(some(({ payWhatYouWant }) => payWhatYouWant.enabled)).toBeGreaterThan(10);
  expect(some(({ countdown }) => countdown.enabled && countdown.atEnd === 'price')).toBeGreaterThan(5);
  expect(some(({ availability }) => availability.stock !== null)).toBeGreaterThan(20);
  expect(some(({ validCoupons }) => validCoupons.some(({ limit }) => limit))).toBeGreaterThan(20);
  expect(new Set(configs.map(({ currency }) => currency)).size).toBeGreaterThan(60);
});

test('never loses or pays out money at any price with any coupon', () => {
  fc.assert(
    fc.property(configArbitrary(), (untidy) => {
      const config = normalizeConfig(untidy);
      const prices = listPriceOptions(config).map(({ id }) => configForChoice(config, { plan: id }));
      for (const chosenOption of [...prices, configAt(config, new Date('2030-01-01'))])
        for (const coupon of [null, ...config.validCoupons]) {
          const priced = calculatePricing(chosenOption, coupon);
          if (!('total' in priced)) throw new Error(priced.error);
          expect(priced.total).toBeGreaterThanOrEqual(0);
          expect(priced.discount).toBeGreaterThanOrEqual(0);
          expect(priced.total + priced.discount).toBe(priced.original);
          const { original } = priced;
          const isFor =
            coupon &&
            !findCouponError(
              { ...coupon, startsAt: null, endsAt: null },
              { now: new Date(0), original, currency: config.currency },
            );
          if (isFor || coupon === null) expect('error' in priced).toBe(false);
        }
    }),
    { numRuns: 50 },
  );
});
