import { expect, test } from 'vitest';

import { getPageFileName } from './page-file.ts';

test('names the file after the page', () => {
  expect(getPageFileName('Throwing Taller')).toBe('Throwing Taller.tillwright.json');
  expect(getPageFileName('Töpfern für alle 陶芸')).toBe('Töpfern für alle 陶芸.tillwright.json');
});

test('removes characters that file systems reject', () => {
  expect(getPageFileName('../../etc/pass:wd?')).toBe('etc pass wd.tillwright.json');
  expect(getPageFileName('a\u0000b\u202Ec\n"d"')).toBe('a b c d.tillwright.json');
  expect(getPageFileName('.hidden.')).toBe('hidden.tillwright.json');
});

test('falls back to `page` if nothing is left', () => {
  expect(getPageFileName('  ')).toBe('page.tillwright.json');
  expect(getPageFileName('///')).toBe('page.tillwright.json');
});

test('truncates long names between characters', () => {
  const name = getPageFileName('🏺'.repeat(200));
  expect(Array.from(name)).toHaveLength(80 + '.tillwright.json'.length);
  expect(name.isWellFormed()).toBe(true);
});
