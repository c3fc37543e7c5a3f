import { expect, test } from 'vitest';

import { formatShortDate } from './format-date.ts';

test.each([
  ['2026-09-30T23:59:59.999Z', 'Sep 30, 2026'],
  ['2026-03-01T00:00:00Z', 'Mar 1, 2026'],
])('formats %s as %s', (iso, text) => {
  expect(formatShortDate(new Date(iso))).toBe(text);
});
