import { expect, test } from 'vitest';

import { formatLongDate } from './format-date.ts';

test.each([
  ['2026-11-20T14:12:00Z', 'November 20, 2026'],
  ['2026-03-01T00:00:00Z', 'March 1, 2026'],
  ['2026-12-31T23:59:59.999Z', 'December 31, 2026'],
])('formats %s as %s', (iso, text) => {
  expect(formatLongDate(new Date(iso))).toBe(text);
});
