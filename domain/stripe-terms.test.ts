import { expect, test } from 'vitest';

import { calculateUsualFee } from './stripe-terms.ts';

test.each([
  [2900, 114],
  [10_000, 320],
  [50, 31],
  [0, 30],
])('for %i cents the usual fee is %i', (cents, fee) => {
  expect(calculateUsualFee(cents)).toBe(fee);
});
