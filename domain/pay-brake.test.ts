import { expect, test } from 'vitest';

import { isCardRefusal, pauseFor } from './pay-brake.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 21);

const each = (count: number, gapMs: number): number[] =>
  Array.from({ length: count }, (_, index) => NOW - index * gapMs);

test('pauses a page after ten consecutive declines, not after nine, in any order of events', () => {
  expect(pauseFor({ refused: each(9, HOUR_MS), paidAt: null })).toBeNull();
  expect(pauseFor({ refused: each(10, HOUR_MS), paidAt: null })).toEqual({ why: 'row', count: 10 });
  expect(pauseFor({ refused: each(10, HOUR_MS).toReversed(), paidAt: null })?.count).toBe(10);
});

test('restarts the count after a payment and ignores declines older than two days', () => {
  expect(pauseFor({ refused: each(10, HOUR_MS), paidAt: NOW - 8.5 * HOUR_MS })).toBeNull();
  expect(pauseFor({ refused: each(10, HOUR_MS), paidAt: NOW - 9.5 * HOUR_MS })?.why).toBe('row');
  expect(pauseFor({ refused: each(12, 6 * HOUR_MS), paidAt: null })).toBeNull();
});

test('pauses a page after sixty declines in ten minutes despite payments in between', () => {
  expect(pauseFor({ refused: each(60, 10_000), paidAt: NOW })).toEqual({ why: 'burst', count: 60 });
  expect(pauseFor({ refused: each(59, 10_000), paidAt: NOW })).toBeNull();
  expect(pauseFor({ refused: each(60, 10_200), paidAt: NOW })).toBeNull();
});

test('does not count Stripe’s processing errors as declines', () => {
  expect(pauseFor({ refused: [], paidAt: null })).toBeNull();
  expect([isCardRefusal('card_declined'), isCardRefusal('processing_error')]).toEqual([true, false]);
});
