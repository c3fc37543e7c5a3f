import { expect, test } from 'vitest';

import { calculateCardFee, estimateStripeFee } from './stripe-fees.ts';
import { calculateUsualFee } from './stripe-terms.ts';

test('estimates the fee in the currency of the account’s country', () => {
  expect(estimateStripeFee(2900, 'USD', 'US')).toEqual({ fee: 114, received: 2786 });
  expect(estimateStripeFee(2900, 'EUR', 'DE')).toEqual({ fee: 69, received: 2831 });
  expect(estimateStripeFee(4900, 'GBP', 'GB')).toEqual({ fee: 94, received: 4806 });
});

test('is unknown without a country, for an unlisted country, and for a currency that Stripe would convert', () => {
  expect(estimateStripeFee(2900, 'USD', null)).toBeNull();
  expect(estimateStripeFee(2900, 'INR', 'IN')).toBeNull();
  expect(estimateStripeFee(2900, 'EUR', 'US')).toBeNull();
  expect(estimateStripeFee(2900, 'USD', 'constructor')).toBeNull();
});

test('is not given for an amount that the fee would use up', () => {
  expect(estimateStripeFee(0, 'USD', 'US')).toBeNull();
  expect(estimateStripeFee(30, 'USD', 'US')).toBeNull();
  expect(estimateStripeFee(50, 'USD', 'US')).toEqual({ fee: 31, received: 19 });
});

test('rounds half up to a whole minor unit', () => {
  const fee = { currency: 'USD', basisPoints: 150, fixed: 0 };
  expect([99, 100, 101].map((amount) => calculateCardFee(amount, fee))).toEqual([1, 2, 2]);
});

test('has no decimals in a zero-decimal currency', () => {
  expect(estimateStripeFee(500, 'JPY', 'JP')).toEqual({ fee: 18, received: 482 });
  expect(estimateStripeFee(514, 'JPY', 'JP')).toEqual({ fee: 19, received: 495 });
});

test('rounds to the step of a three-decimal currency', () => {
  const fee = { currency: 'KWD', basisPoints: 290, fixed: 100 };
  expect(calculateCardFee(9990, fee)).toBe(390);
  expect(calculateCardFee(10_190, fee)).toBe(400);
});

test('agrees with the fee that the help names', () => {
  for (const cents of [100, 999, 2900, 123_456])
    expect(estimateStripeFee(cents, 'USD', 'US')?.fee).toBe(calculateUsualFee(cents));
});
