import { expect, test } from 'vitest';

import { formatShortCount, formatShortUsd } from './format-usd.ts';

test('formats axis labels with at most three digits', () => {
  expect([0, 75, 950, 1500, 22_500_000, 2e9, -1200].map(formatShortCount)).toEqual([
    '0',
    '75',
    '950',
    '1.5k',
    '22.5m',
    '2b',
    '−1.2k',
  ]);
  expect([0, 7500, 150_000, -15_000, 250].map(formatShortUsd)).toEqual(['$0', '$75', '$1.5k', '−$150', '$2.50']);
});
