import { expect, test } from 'vitest';

import { initialsOf } from './initials.ts';

test.each([
  ['Mara Vance', 'MV'],
  ['  mara  de la  Vance ', 'MV'],
  ['Mara', 'MA'],
  ['M', 'M'],
  ['Ærø Østergård', 'ÆØ'],
  ['"Mara" (Vance)', 'MV'],
])('the initials of %j are %s', (name, initials) => {
  expect(initialsOf(name, 'x@example.com')).toBe(initials);
});

test('without a name the address stands for it, and without letters a question mark', () => {
  expect(initialsOf('', 'jo.blogs@example.com')).toBe('JO');
  expect(initialsOf('  ', '…@…')).toBe('?');
  expect(initialsOf('🙂', 'ann@example.com')).toBe('AN');
});
