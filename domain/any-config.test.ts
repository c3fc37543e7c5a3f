import fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyConfig } from './any-config.ts';
import { CheckoutPageConfig } from './checkout-page-schema.ts';
import { pageProblems, tidyConfig } from './page-problems.ts';

test('whatever page comes out is a config, can be published, and some of each kind do come', () => {
  const image = `/media/${'0a'.repeat(32)}.webp`;
  const configs = fc.sample(anyConfig([image]), { numRuns: 300, seed: 7 });
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
  expect(new Set(configs.map(({ currency }) => currency)).size).toBeGreaterThan(60);
});
