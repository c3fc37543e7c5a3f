import { expect, test } from 'vitest';

import { isCardDecline, decidePause } from './card-testing-limits.ts';
import { HOUR_MS } from './time-units.ts';

const NOW = Date.UTC(2026, 10, 21);

const each = (count: number, gapMs: number): number[] =>
  Array.from({ length: count }, (_, index) => NOW - index * gapMs);

test('pauses a page after ten consecutive declines, not after nine, in any order of events', () => {
  expect(decidePause({ declinedAt: each(9, HOUR_MS), paidAt: null })).toBeNull();
  expect(decidePause({ declinedAt: each(10, HOUR_MS), paidAt: null })).toEqual({ cause: 'row', count: 10 });
  expect(decidePause({ declinedAt: each(10, HOUR_MS).toReversed(), paidAt: null })?.count).toBe(10);
});

test('restarts the count after a payment and ignores declines older than two days', () => {
  expect(decidePause({ declinedAt: each(10, HOUR_MS), paidAt: NOW - 8.5 * HOUR_MS })).toBeNull();
  expect(decidePause({ declinedAt: each(10, HOUR_MS), paidAt: NOW - 9.5 * HOUR_MS })?.cause).toBe('row');
  expect(decidePause({ declinedAt: each(12, 6 * HOUR_MS), paidAt: null })).toBeNull();
});

test('pauses a page after sixty declines in ten minutes despite payments in between', () => {
  expect(decidePause({ declinedAt: each(60, 10_000), paidAt: NOW })).toEqual({ cause: 'burst', count: 60 });
  expect(decidePause({ declinedAt: each(59, 10_000), paidAt: NOW })).toBeNull();
  expect(decidePause({ declinedAt: each(60, 10_200), paidAt: NOW })).toBeNull();
});

test('does not count Stripe’s processing errors as declines', () => {
  expect(decidePause({ declinedAt: [], paidAt: null })).toBeNull();
  expect([isCardDecline('card_declined'), isCardDecline('processing_error')]).toEqual([true, false]);
});
