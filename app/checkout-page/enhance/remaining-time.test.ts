import { expect, test } from 'vitest';

import { splitRemainingTime, formatCount, getUnitText } from './remaining-time.ts';

test('splits the remaining time into days, hours, minutes and seconds', () => {
  expect(splitRemainingTime(((2 * 24 + 3) * 60 + 4) * 60_000 + 5000)).toEqual([2, 3, 4, 5]);
  expect(splitRemainingTime(86_400_000)).toEqual([1, 0, 0, 0]);
});

test('counts a started second and never returns negative values', () => {
  expect(splitRemainingTime(1)).toEqual([0, 0, 0, 1]);
  expect(splitRemainingTime(1000)).toEqual([0, 0, 0, 1]);
  expect(splitRemainingTime(0)).toEqual([0, 0, 0, 0]);
  expect(splitRemainingTime(-5)).toEqual([0, 0, 0, 0]);
});

test('uses the singular for one and pads small numbers', () => {
  expect([getUnitText(1, 'day'), getUnitText(0, 'hour')]).toEqual(['day', 'hours']);
  expect([formatCount(7, 0), formatCount(7, 1)]).toEqual(['7', '07']);
});
