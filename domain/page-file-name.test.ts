import { expect, test } from 'vitest';

import { fileNameFor } from './page-file-name.ts';

test('names the file after the page', () => {
  expect(fileNameFor('Throwing Taller')).toBe('Throwing Taller.tillwright.json');
  expect(fileNameFor('Töpfern für alle 陶芸')).toBe('Töpfern für alle 陶芸.tillwright.json');
});

test('removes characters that file systems reject', () => {
  expect(fileNameFor('../../etc/pass:wd?')).toBe('etc pass wd.tillwright.json');
  expect(fileNameFor('a\u0000b\u202Ec\n"d"')).toBe('a b c d.tillwright.json');
  expect(fileNameFor('.hidden.')).toBe('hidden.tillwright.json');
});

test('falls back to `page` if nothing is left', () => {
  expect(fileNameFor('  ')).toBe('page.tillwright.json');
  expect(fileNameFor('///')).toBe('page.tillwright.json');
});

test('truncates long names between characters', () => {
  const name = fileNameFor('🏺'.repeat(200));
  expect(Array.from(name)).toHaveLength(80 + '.tillwright.json'.length);
  expect(name.isWellFormed()).toBe(true);
});
