import { expect, test } from 'vitest';

import { copyNameOf, MAX_PAGE_NAME, pageNameFrom, pageNameProblem } from './page-name.ts';

test('a name is one clean line, and none when there is nothing to see', () => {
  expect([' My\n\u202epage ', ' \u200b ', ''].map(pageNameFrom)).toEqual(['My page', null, null]);
});

test('a name has at most 120 characters, as people count them', () => {
  expect([null, '🏺'.repeat(MAX_PAGE_NAME)].map(pageNameProblem)).toEqual([null, null]);
  expect(pageNameProblem('x'.repeat(121))).toBe(
    'The page’s name can have at most 120 characters; this one has 121',
  );
});

test('a copy says so and keeps within the length', () => {
  expect(copyNameOf('Course')).toBe('Course (copy)');
  expect(copyNameOf('')).toBeNull();
  const long = copyNameOf('🏺'.repeat(MAX_PAGE_NAME)) ?? '';
  expect(long).toMatch(/🏺 \(copy\)$/u);
  expect(pageNameProblem(long)).toBeNull();
});
