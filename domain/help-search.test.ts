import { expect, test } from 'vitest';

import { foundText, helpQueryFrom, isFoundIn, marksIn, piecesOf } from './help-search.ts';

const marked = (text: string, query: string) =>
  marksIn(text, query).map(({ start, end }) => text.slice(start, end));

test.each([
  ['Can I refund a sale?', 'REFUND'],
  ['Can I refund a sale?', 'fund a s'],
  ['Can I refund a sale?', 'sale refund'],
  ['A café in Kraków', 'cafe krakow'],
  ['Why don’t I see it?', "don't"],
  ['At most 2 MB', '2 mb'],
])('finds %j by %j', (text, query) => {
  expect(isFoundIn(text, query)).toBe(true);
});

test.each([
  ['Can I refund a sale?', 'coupon'],
  ['Can I refund a sale?', 'refund coupon'],
  ['Can I refund a sale?', '\u0301'],
  ['Any text', '.*'],
  ['Any text', '[a-z]+'],
])('does not find %j by %j', (text, query) => {
  expect(isFoundIn(text, query)).toBe(false);
});

test('highlights the typed phrase wherever it occurs, with the letters of the text', () => {
  expect(marked('Coupons: a coupon is a code', 'coupon')).toEqual(['Coupon', 'coupon']);
  expect(marked('Ein Café, ein CAFE', 'cafe')).toEqual(['Café', 'CAFE']);
});

test('highlights the longer words if the phrase does not occur', () => {
  expect(marked('A sale is a sale, a refund is not', 'refund a sale')).toEqual(['sale', 'sale', 'refund']);
  expect(marked('to be or not', 'or to')).toEqual(['to', 'or']);
});

test('joins adjacent highlights and never splits a surrogate pair', () => {
  expect(marked('discounts', 'counts disco')).toEqual(['discounts']);
  expect(marked('𝟗 dollars', '9')).toEqual(['𝟗']);
  expect(marked('ﬁve', 'f')).toEqual(['ﬁ']);
});

test('returns segments that add up to the text', () => {
  for (const query of ['coupon', 'a', '', '(', 'zzz', 'İ'])
    expect(
      piecesOf('A coupon (code) is İ', query)
        .map(({ text }) => text)
        .join(''),
    ).toBe('A coupon (code) is İ');
  expect(piecesOf('a coupon', 'coupon')).toEqual([
    { text: 'a ', marked: false },
    { text: 'coupon', marked: true },
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
])('normalizes the query %j to %j', (typed, query) => {
  expect(helpQueryFrom(typed)).toBe(query);
});

test('handles a long query over a long text quickly', () => {
  const started = performance.now();
  isFoundIn('a b '.repeat(20_000), helpQueryFrom('a b c d e f '.repeat(1000)));
  expect(performance.now() - started).toBeLessThan(1000);
});

test('describes the number of results', () => {
  expect(foundText(1, 'slug')).toBe('1 article with “slug”');
  expect(foundText(4, 'slug')).toBe('4 articles with “slug”');
  expect(foundText(0, 'slug')).toBe('');
  expect(foundText(70, '')).toBe('');
});
