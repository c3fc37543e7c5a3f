import { expect, test } from 'vitest';

import { formatCount } from '#app/components/utils/reader-formats.ts';
import { formatUsd } from '#app/lib/format-money.ts';

import { compareValues, calculateShare, formatShare } from './compare-values.ts';

const getLabel = (now: number, before: number, text = formatCount) => compareValues(now, before, text)?.label;

test.each([
  [120, 100, 'Up 20%'],
  [99, 100, 'Down 1%'],
  [1004, 1000, 'Up 0.4%'],
  [100_001, 100_000, 'Up less than 0.1%'],
  [3500, 1000, 'Up 250%'],
  [2_000_000, 1, 'Up more than 100 times'],
  [7, 7, 'No change'],
  [0, 12, 'Down 100%'],
])('compares %i with %i as %s', (now, before, formatted) => {
  expect(getLabel(now, before)).toBe(formatted);
});

test('has no percentage for a previous value of zero or less', () => {
  expect(compareValues(4, 0, formatCount)).toEqual({ direction: 'up', label: 'Up', previousText: '0' });
  expect(compareValues(-500, -100, formatUsd)).toEqual({
    direction: 'down',
    label: 'Down',
    previousText: '−$1.00',
  });
});

test('compares shares in percentage points at displayed precision', () => {
  const change = compareValues(0.0838, 0.0846, formatShare, 'share');
  expect([change?.direction, change?.label, change?.previousText]).toEqual(['down', 'Down 0.1 points', '8.5%']);
  expect(compareValues(0.05, 0.04, formatShare, 'share')?.label).toBe('Up 1 point');
  expect(compareValues(0.04001, 0.04, formatShare, 'share')?.direction).toBe('same');
});

test('returns null if one of the values is unknown', () => {
  expect(compareValues(null, 3, formatCount)).toBe(null);
  expect(compareValues(3, null, formatCount)).toBe(null);
});

test('formats shares with one decimal, and shows none for zero', () => {
  expect([0, 0.0842, 0.00001, 0.9999, 1, 12.5].map(formatShare)).toEqual([
    '0.0%',
    '8.4%',
    '<0.1%',
    '100%',
    '100%',
    '1,250%',
  ]);
  expect(formatShare(null)).toBe('–');
  expect(calculateShare(3, 0)).toBe(null);
});
