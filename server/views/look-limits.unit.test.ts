import { expect, test } from 'vitest';

import { LookLimits } from './look-limits.ts';

const NOON = Date.parse('2026-05-01T12:00:00Z');

test('counts sixty views per page and six hundred in total per minute', () => {
  const limits = new LookLimits();
  const counted = (slug: string, times: number, now = NOON) =>
    Array.from({ length: times }, () => limits.take('203.0.113.7', slug, now, 1)).filter(Boolean).length;
  expect(counted('one', 100)).toBe(60);
  expect(counted('one', 10, NOON + 59_999)).toBe(0);
  expect(counted('one', 10, NOON + 60_000)).toBe(10);
  const others = Array.from({ length: 100 }, (_, index) => counted(`page-${index}`, 10, NOON + 120_000));
  expect(others.reduce((all, one) => all + one, 0)).toBe(600);
});

test('multiplies the limits by the factor, and counts each address separately', () => {
  const limits = new LookLimits();
  for (let turn = 0; turn < 120; turn++) expect(limits.take('203.0.113.7', 'one', NOON, 2)).toBe(true);
  expect(limits.take('203.0.113.7', 'one', NOON, 2)).toBe(false);
  expect(limits.take('203.0.113.8', 'one', NOON, 2)).toBe(true);
});

test('keeps at most twenty thousand counters', () => {
  const limits = new LookLimits();
  for (let turn = 0; turn < 100_000; turn++)
    limits.take(`10.0.${turn % 250}.${turn % 7}`, `page-${turn}`, NOON, 100);
  expect(limits.size).toBe(20_000);
});
