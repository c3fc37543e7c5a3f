import { expect, test } from 'vitest';

import { initialsOf } from './initials.ts';

test.each([
  ['Mara Vance', 'MV'],
  ['  mara  de la  Vance ', 'MV'],
  ['Mara', 'MA'],
  ['M', 'M'],
  ['Ærø Østergård', 'ÆØ'],
  ['"Mara" (Vance)', 'MV'],
])('returns the initials of %j as %s', (name, initials) => {
  expect(initialsOf(name, 'x@example.com')).toBe(initials);
});

test('falls back to the email address, then to a question mark', () => {
  expect(initialsOf('', 'jo.blogs@example.com')).toBe('JO');
  expect(initialsOf('  ', '…@…')).toBe('?');
  expect(initialsOf('🙂', 'ann@example.com')).toBe('AN');
});
