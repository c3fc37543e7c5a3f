import { expect, test } from 'vitest';

import { formatLongPoint, formatRange, formatShortPoint, formatTime } from './format-point.ts';

test('names a point by its unit', () => {
  expect(formatShortPoint('2026-11-20T09', 'hour')).toBe('09:00');
  expect(formatShortPoint('2026-11-20', 'day')).toBe('20 Nov');
  expect(formatShortPoint('2026-11-16', 'week')).toBe('16 Nov');
  expect(formatShortPoint('2026-11-01', 'month')).toBe('Nov 2026');
  expect(formatLongPoint('2026-11-20T09', 'hour')).toBe('Fri 20 Nov 2026, 09:00');
  expect(formatLongPoint('2026-11-20', 'day')).toBe('Fri 20 Nov 2026');
  expect(formatLongPoint('2026-11-16', 'week')).toBe('Week of 16 Nov 2026');
  expect(formatLongPoint('2026-11-01', 'month')).toBe('Nov 2026');
});

test('shortens date ranges', () => {
  expect(formatRange({ from: '2026-11-20', to: '2026-11-20' })).toBe('20 Nov 2026');
  expect(formatRange({ from: '2026-11-01', to: '2026-11-20' })).toBe('1 – 20 Nov 2026');
  expect(formatRange({ from: '2026-10-21', to: '2026-11-20' })).toBe('21 Oct – 20 Nov 2026');
  expect(formatRange({ from: '2025-12-01', to: '2026-11-20' })).toBe('1 Dec 2025 – 20 Nov 2026');
});

test('uses the seller’s time zone', () => {
  expect(formatTime('2026-11-20T23:32:10Z', 'Europe/Berlin')).toBe('00:32');
  expect(formatTime('2026-11-20T23:32:10Z', 'UTC')).toBe('23:32');
});
