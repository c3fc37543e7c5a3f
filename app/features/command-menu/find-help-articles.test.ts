import { expect, test } from 'vitest';

import { matchesQuery } from '#domain/help-search.ts';

import { findHelpArticles } from './find-help-articles.ts';

test('finds articles by question before those by answer only', () => {
  const articles = findHelpArticles('coupon');
  const matches = articles.map(({ question }) => matchesQuery(question, 'coupon'));
  expect(matches[0]).toBe(true);
  expect(matches.at(-1)).toBe(false);
  expect(matches).toEqual(matches.toSorted((first, second) => Number(second) - Number(first)));
});
