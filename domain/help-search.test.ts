import { expect, test } from 'vitest';

import { formatResultSummary, parseHelpQuery, matchesQuery, findHighlights, splitByHighlights } from './help-search.ts';

const highlight = (text: string, query: string) =>
  findHighlights(text, query).map(({ start, end }) => text.slice(start, end));

test.each([
  ['Can I refund a sale?', 'REFUND'],
  ['Can I refund a sale?', 'fund a s'],
  ['Can I refund a sale?', 'sale refund'],
  ['A café in Kraków', 'cafe krakow'],
  ['Why don’t I see it?', "don't"],
  ['At most 2 MB', '2 mb'],
])('finds %j by %j', (text, query) => {
  expect(matchesQuery(text, query)).toBe(true);
});

test.each([
  ['Can I refund a sale?', 'coupon'],
  ['Can I refund a sale?', 'refund coupon'],
  ['Can I refund a sale?', '\u0301'],
  ['Any text', '.*'],
  ['Any text', '[a-z]+'],
])('does not find %j by %j', (text, query) => {
  expect(matchesQuery(text, query)).toBe(false);
});

test('highlights the typed phrase wherever it occurs, with the letters of the text', () => {
  expect(highlight('Coupons: a coupon is a code', 'coupon')).toEqual(['Coupon', 'coupon']);
  expect(highlight('Ein Café, ein CAFE', 'cafe')).toEqual(['Café', 'CAFE']);
});

test('highlights the longer words if the phrase does not occur', () => {
  expect(highlight('A sale is a sale, a refund is not', 'refund a sale')).toEqual(['sale', 'sale', 'refund']);
  expect(highlight('to be or not', 'or to')).toEqual(['to', 'or']);
});

test('joins adjacent highlights and never splits a surrogate pair', () => {
  expect(highlight('discounts', 'counts disco')).toEqual(['discounts']);
  expect(highlight('𝟗 dollars', '9')).toEqual(['𝟗']);
  expect(highlight('ﬁve', 'f')).toEqual(['ﬁ']);
});

test('returns segments that add up to the text', () => {
  for (const query of ['coupon', 'a', '', '(', 'zzz', 'İ'])
    expect(
      splitByHighlights('A coupon (code) is İ', query)
        .map(({ text }) => text)
        .join(''),
    ).toBe('A coupon (code) is İ');
  expect(splitByHighlights('a coupon', 'coupon')).toEqual([
    { text: 'a ', highlighted: false },
    { text: 'coupon', highlighted: true },
  ]);
});

test.each([
  [null, ''],
  ['  two   words \n', 'two words'],
  ['\0\u202e', ''],
  ['a\0b', 'ab'],
  ['x'.repeat(10_000), 'x'.repeat(200)],
  ['😀'.repeat(300), '😀'.repeat(200)],
  ['\ud800half', 'half'],
])('normalizes the query %j to %j', (input, query) => {
  expect(parseHelpQuery(input)).toBe(query);
});

test('handles a long query over a long text quickly', () => {
  const started = performance.now();
  matchesQuery('a b '.repeat(20_000), parseHelpQuery('a b c d e f '.repeat(1000)));
  expect(performance.now() - started).toBeLessThan(1000);
});

test('describes the number of results', () => {
  expect(formatResultSummary(1, 'slug')).toBe('1 article with “slug”');
  expect(formatResultSummary(4, 'slug')).toBe('4 articles with “slug”');
  expect(formatResultSummary(0, 'slug')).toBe('');
  expect(formatResultSummary(70, '')).toBe('');
});
