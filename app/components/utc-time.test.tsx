import { expect, test } from 'vitest';

import { formatUtc } from './utc-time.tsx';

test('formats a time in UTC on every machine', () => {
  expect(formatUtc('2026-11-20T14:12:59.000Z')).toBe('20 Nov 2026, 14:12');
  expect(formatUtc('2027-01-01T00:30:00+02:00')).toBe('31 Dec 2026, 22:30');
});
