import { expect, test } from 'vitest';

import { PageViewLimits } from './page-view-recorder.ts';

const NOON = Date.parse('2026-05-01T12:00:00Z');

test('counts sixty views per page and six hundred in total per minute', () => {
  const limits = new PageViewLimits();
  const countAllowed = (slug: string, times: number, now = NOON) =>
    Array.from({ length: times }, () => limits.allow('203.0.113.7', slug, now, 1)).filter(Boolean).length;
  expect(countAllowed('one', 100)).toBe(60);
  expect(countAllowed('one', 10, NOON + 59_999)).toBe(0);
  expect(countAllowed('one', 10, NOON + 60_000)).toBe(10);
  const countsPerPage = Array.from({ length: 100 }, (_, index) => countAllowed(`page-${index}`, 10, NOON + 120_000));
  expect(countsPerPage.reduce((all, one) => all + one, 0)).toBe(600);
});

test('multiplies the limits by the factor, and counts each address separately', () => {
  const limits = new PageViewLimits();
  for (let i = 0; i < 120; i++) expect(limits.allow('203.0.113.7', 'one', NOON, 2)).toBe(true);
  expect(limits.allow('203.0.113.7', 'one', NOON, 2)).toBe(false);
  expect(limits.allow('203.0.113.8', 'one', NOON, 2)).toBe(true);
});

test('keeps at most twenty thousand counters', () => {
  const limits = new PageViewLimits();
  for (let i = 0; i < 100_000; i++) limits.allow(`10.0.${i % 250}.${i % 7}`, `page-${i}`, NOON, 100);
  expect(limits.size).toBe(20_000);
});
