import { expect, test } from 'vitest';

import { isCardRefusal, pauseFor } from './pay-brake.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 21);

const each = (count: number, gapMs: number): number[] =>
  Array.from({ length: count }, (_, index) => NOW - index * gapMs);

test('ten refusals in a row pause a page, and nine do not, in whatever order they are told', () => {
  expect(pauseFor({ refused: each(9, HOUR_MS), paidAt: null })).toBeNull();
  expect(pauseFor({ refused: each(10, HOUR_MS), paidAt: null })).toEqual({ why: 'row', count: 10 });
  expect(pauseFor({ refused: each(10, HOUR_MS).toReversed(), paidAt: null })?.count).toBe(10);
});

test('a payment in between ends the row, and only what is younger than two days is in one', () => {
  expect(pauseFor({ refused: each(10, HOUR_MS), paidAt: NOW - 8.5 * HOUR_MS })).toBeNull();
  expect(pauseFor({ refused: each(10, HOUR_MS), paidAt: NOW - 9.5 * HOUR_MS })?.why).toBe('row');
  expect(pauseFor({ refused: each(12, 6 * HOUR_MS), paidAt: null })).toBeNull();
});

test('sixty in ten minutes pause a page whatever is paid in between, and sixty in longer do not', () => {
  expect(pauseFor({ refused: each(60, 10_000), paidAt: NOW })).toEqual({ why: 'burst', count: 60 });
  expect(pauseFor({ refused: each(59, 10_000), paidAt: NOW })).toBeNull();
  expect(pauseFor({ refused: each(60, 10_200), paidAt: NOW })).toBeNull();
});

test('nothing refused pauses nothing, and what the provider could not try is no refusal of a card', () => {
  expect(pauseFor({ refused: [], paidAt: null })).toBeNull();
  expect([isCardRefusal('card_declined'), isCardRefusal('processing_error')]).toEqual([true, false]);
});
