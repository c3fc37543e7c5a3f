import fc from 'fast-check';
import { expect, test } from 'vitest';

import { ANALYTICS_PRESETS } from './analytics.ts';
import { addDays, countDays, getComparisonRange, resolveRange, getWeekStart, subtractYear } from './day-range.ts';

const rangesOn = (today: string, first: string) =>
  ANALYTICS_PRESETS.map((preset) => {
    const { from, to } = resolveRange(preset, { today, first });
    return `${preset}: ${from} ${to}`;
  });

test('counts today as a day of each preset', () => {
  expect(rangesOn('2026-11-21', '2025-02-03')).toEqual([
    'today: 2026-11-21 2026-11-21',
    'yesterday: 2026-11-20 2026-11-20',
    '7d: 2026-11-15 2026-11-21',
    '30d: 2026-10-23 2026-11-21',
    '90d: 2026-08-24 2026-11-21',
    'month: 2026-11-01 2026-11-21',
    'last_month: 2026-10-01 2026-10-31',
    'year: 2026-01-01 2026-11-21',
    '12m: 2025-11-22 2026-11-21',
    'all: 2025-02-03 2026-11-21',
  ]);
  expect(resolveRange('last_month', { today: '2028-03-31', first: '2028-03-31' })).toEqual({
    from: '2028-02-01',
    to: '2028-02-29',
  });
  expect(resolveRange('12m', { today: '2028-02-29', first: '' })).toEqual({
    from: '2027-03-01',
    to: '2028-02-29',
  });
  expect(resolveRange('all', { today: '2026-11-21', first: '2026-11-22' }).from).toBe('2026-11-21');
});

test('compares with as many days before, or with the same days of the previous year', () => {
  const range = { from: '2028-02-01', to: '2028-02-29' };
  expect(getComparisonRange(range, 'none')).toBeNull();
  expect(getComparisonRange(range, 'previous')).toEqual({ from: '2028-01-03', to: '2028-01-31' });
  expect(getComparisonRange(range, 'year')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
  expect(subtractYear('2029-02-28')).toBe('2028-02-28');
  expect(subtractYear('2027-03-01')).toBe('2026-03-01');
});

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days));

test('ends the previous range on the day before, with the same length', () => {
  fc.assert(
    fc.property(day, fc.nat(800), (from, length) => {
      const range = { from, to: addDays(from, length) };
      const before = getComparisonRange(range, 'previous');
      expect(before && addDays(before.to, 1)).toBe(from);
      expect(before && countDays(before)).toBe(length + 1);
    }),
  );
});

test('starts weeks on Monday', () => {
  expect(getWeekStart('2026-11-21')).toBe('2026-11-16');
  expect(getWeekStart('2026-11-16')).toBe('2026-11-16');
  expect(getWeekStart('2026-11-22')).toBe('2026-11-16');
});
