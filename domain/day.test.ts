import { expect, test } from 'vitest';

import { longDay, shortDay } from './day.ts';

test('a day is written out, and in short, as it is in UTC', () => {
  const last = new Date('2026-09-30T23:59:59.999Z');
  expect([longDay(last), shortDay(last)]).toEqual(['September 30, 2026', 'Sep 30, 2026']);
  const first = new Date('2026-01-01T00:00:00Z');
  expect([longDay(first), shortDay(first)]).toEqual(['January 1, 2026', 'Jan 1, 2026']);
});
