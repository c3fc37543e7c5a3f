import { expect, test } from 'vitest';

import { countdownLeft, countText, unitText } from './countdown-left.ts';

test('splits the remaining time into days, hours, minutes and seconds', () => {
  expect(countdownLeft(((2 * 24 + 3) * 60 + 4) * 60_000 + 5000)).toEqual([2, 3, 4, 5]);
  expect(countdownLeft(86_400_000)).toEqual([1, 0, 0, 0]);
});

test('counts a started second and never returns negative values', () => {
  expect(countdownLeft(1)).toEqual([0, 0, 0, 1]);
  expect(countdownLeft(1000)).toEqual([0, 0, 0, 1]);
  expect(countdownLeft(0)).toEqual([0, 0, 0, 0]);
  expect(countdownLeft(-5)).toEqual([0, 0, 0, 0]);
});

test('uses the singular for one and pads small numbers', () => {
  expect([unitText(1, 'day'), unitText(0, 'hour')]).toEqual(['day', 'hours']);
  expect([countText(7, 0), countText(7, 1)]).toEqual(['7', '07']);
});
