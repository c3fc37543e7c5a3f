import { expect, test } from 'vitest';

import { parseIsoDate } from './date-field.tsx';

test('accepts only existing calendar days in ISO format', () => {
  expect(parseIsoDate('2028-02-29')).toBe('2028-02-29');
  for (const text of [null, '', '2026-02-29', '2026-13-01', '2026-1-1', '01/02/2026', '2026-01-01T00:00'])
    expect(parseIsoDate(text)).toBe(null);
});
