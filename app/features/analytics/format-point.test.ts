import { expect, test } from 'vitest';

import { formatLongPoint, formatRange, formatShortPoint } from './format-point.ts';

test('names a point by its unit', () => {
  expect(formatShortPoint('2026-11-20T09', 'hour')).toBe('9:00 AM');
  expect(formatShortPoint('2026-11-20', 'day')).toBe('Nov 20');
  expect(formatShortPoint('2026-11-16', 'week')).toBe('Nov 16');
  expect(formatShortPoint('2026-11-01', 'month')).toBe('Nov 2026');
  expect(formatLongPoint('2026-11-20T09', 'hour')).toBe('Fri, Nov 20, 2026, 9:00 AM');
  expect(formatLongPoint('2026-11-20', 'day')).toBe('Fri, Nov 20, 2026');
  expect(formatLongPoint('2026-11-16', 'week')).toBe('Week of Nov 16, 2026');
  expect(formatLongPoint('2026-11-01', 'month')).toBe('Nov 2026');
});

test('shortens date ranges', () => {
  expect(formatRange({ from: '2026-11-20', to: '2026-11-20' })).toBe('Nov 20, 2026');
  expect(formatRange({ from: '2026-11-01', to: '2026-11-20' })).toBe('Nov 1 – 20, 2026');
  expect(formatRange({ from: '2026-10-21', to: '2026-11-20' })).toBe('Oct 21 – Nov 20, 2026');
  expect(formatRange({ from: '2025-12-01', to: '2026-11-20' })).toBe('Dec 1, 2025 – Nov 20, 2026');
});
