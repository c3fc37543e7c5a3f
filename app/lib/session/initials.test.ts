import { expect, test } from 'vitest';

import { getInitials } from './initials.ts';

test.each([
  ['Mara Vance', 'MV'],
  ['  mara  de la  Vance ', 'MV'],
  ['Mara', 'MA'],
  ['M', 'M'],
  ['Ærø Østergård', 'ÆØ'],
  ['"Mara" (Vance)', 'MV'],
])('returns the initials of %j as %s', (name, initials) => {
  expect(getInitials(name, 'x@example.com')).toBe(initials);
});

test('falls back to the email address, then to a question mark', () => {
  expect(getInitials('', 'jo.blogs@example.com')).toBe('JO');
  expect(getInitials('  ', '…@…')).toBe('?');
  expect(getInitials('🙂', 'ann@example.com')).toBe('AN');
});
