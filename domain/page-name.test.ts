import { expect, test } from 'vitest';

import { copyNameOf, MAX_PAGE_NAME, pageNameFrom, pageNameProblem } from './page-name.ts';

test('trims a name to one clean line and stores an empty name as null', () => {
  expect([' My\n\u202epage ', ' \u200b ', ''].map(pageNameFrom)).toEqual(['My page', null, null]);
});

test('limits a name to 120 code points', () => {
  expect([null, '🏺'.repeat(MAX_PAGE_NAME)].map(pageNameProblem)).toEqual([null, null]);
  expect(pageNameProblem('x'.repeat(121))).toBe(
    'The page’s name can have at most 120 characters; this one has 121',
  );
});

test('marks the name of a copy and keeps it within the limit', () => {
  expect(copyNameOf('Course')).toBe('Course (copy)');
  expect(copyNameOf('')).toBeNull();
  const long = copyNameOf('🏺'.repeat(MAX_PAGE_NAME)) ?? '';
  expect(long).toMatch(/🏺 \(copy\)$/u);
  expect(pageNameProblem(long)).toBeNull();
});
