import { expect, test } from 'vitest';

import { getCopyName, MAX_PAGE_NAME_LENGTH, normalizePageName, validatePageName } from './page-name.ts';

test('trims a name to one clean line and stores an empty name as null', () => {
  expect([' My\n\u202epage ', ' \u200b ', ''].map(normalizePageName)).toEqual(['My page', null, null]);
});

test('limits a name to 120 code points', () => {
  expect([null, '🏺'.repeat(MAX_PAGE_NAME_LENGTH)].map(validatePageName)).toEqual([null, null]);
  expect(validatePageName('x'.repeat(121))).toBe('The page’s name can’t be longer than 120 characters (now 121)');
});

test('marks the name of a copy and keeps it within the limit', () => {
  expect(getCopyName('Course')).toBe('Course (copy)');
  expect(getCopyName('')).toBeNull();
  const long = getCopyName('🏺'.repeat(MAX_PAGE_NAME_LENGTH)) ?? '';
  expect(long).toMatch(/🏺 \(copy\)$/u);
  expect(validatePageName(long)).toBeNull();
});
