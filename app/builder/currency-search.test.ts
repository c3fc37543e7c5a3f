import { expect, test } from 'vitest';

import { CURRENCIES } from '#domain/currencies.ts';

import { searchCurrencies } from './currency-search.ts';

const codes = (typed: string) => searchCurrencies(typed).map(({ code }) => code);

test('nothing typed lists all 135', () => {
  expect(searchCurrencies('  ')).toBe(CURRENCIES);
  expect(CURRENCIES).toHaveLength(135);
});

test('a code is found however it is typed, and stands first', () => {
  expect(codes('eur')[0]).toBe('EUR');
  expect(codes(' Jpy ')[0]).toBe('JPY');
  expect(codes('us').slice(0, 1)).toEqual(['USD']);
});

test('a name is found by any of its words', () => {
  expect(codes('franc')).toEqual(expect.arrayContaining(['CHF', 'XOF']));
  expect(codes('krona')).toEqual(expect.arrayContaining(['SEK']));
  expect(codes('dollar').length).toBeGreaterThan(10);
});

test('a symbol is found', () => {
  expect(codes('€')).toEqual(['EUR']);
  expect(codes('$').slice(0, 30)).toEqual(expect.arrayContaining(['USD', 'CAD', 'AUD']));
  expect(codes('zł')).toContain('PLN');
});

test('accents and capitals make no difference', () => {
  expect(codes('COLÓN')).toContain('CRC');
  expect(codes('colon')).toContain('CRC');
});

test('what no currency is called finds nothing', () => {
  expect(codes('cowrie shells')).toEqual([]);
});
