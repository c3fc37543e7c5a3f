import fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyConfig } from './any-config.ts';
import { couponRefusal } from './coupon.ts';
import { chosenConfig, configAt, optionsOf } from './offer.ts';
import { pricingOf } from './pricing.ts';
import { CheckoutPageConfig } from './checkout-page-schema.ts';
import { pageProblems, tidyConfig } from './page-problems.ts';
import { propertyRuns } from './testing-runs.ts';

test('generates only valid, publishable configs, and covers every kind', () => {
  const image = `/media/${'0a'.repeat(32)}.webp`;
  const configs = fc.sample(anyConfig([image]), { numRuns: propertyRuns(300), seed: 7 });
  for (const config of configs) {
    expect(CheckoutPageConfig.safeParse(config).success).toBe(true);
    expect(pageProblems(tidyConfig(config))).toEqual([]);
  }
  const some = (holds: (config: CheckoutPageConfig) => boolean) => configs.filter(holds).length;
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
    fc.property(anyConfig(), (untidy) => {
      const config = tidyConfig(untidy);
      const prices = optionsOf(config).map(({ id }) => chosenConfig(config, { plan: id }));
      for (const chosen of [...prices, configAt(config, new Date('2030-01-01'))])
        for (const coupon of [null, ...config.validCoupons]) {
          const priced = pricingOf(chosen, coupon);
          if (!('total' in priced)) throw new Error(priced.problem);
          expect(priced.total).toBeGreaterThanOrEqual(0);
          expect(priced.discount).toBeGreaterThanOrEqual(0);
          expect(priced.total + priced.discount).toBe(priced.original);
          const { original } = priced;
          const isFor =
            coupon &&
            !couponRefusal(
              { ...coupon, startsAt: null, endsAt: null },
              { now: new Date(0), original, currency: config.currency },
            );
          if (isFor || coupon === null) expect('problem' in priced).toBe(false);
        }
    }),
    { numRuns: 50 },
  );
});
