import { expect, test } from 'vitest';

import { formatTimeUntil } from './format.ts';

const NOW = new Date('2026-11-21T10:00:00Z');

test.for([
  [-5, 'in a minute'],
  [1, 'in a minute'],
  [12, 'in about 12 minutes'],
  [95, 'in about 2 hours'],
  [360, 'in about 6 hours'],
  [4 * 24 * 60, 'in about 4 days'],
] as const)('formats %i minutes from now as %s', ([minutes, text]) => {
  expect(formatTimeUntil(new Date(NOW.getTime() + minutes * 60_000), NOW)).toBe(text);
});
