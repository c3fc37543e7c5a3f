import { expect, test } from 'vitest';

import { CURRENCIES } from '#domain/currencies.ts';

import { searchCurrencies } from '../sections/price-group.tsx';

const codes = (query: string) => searchCurrencies(query).map(({ code }) => code);

test('lists all 135 currencies for an empty query', () => {
  expect(searchCurrencies('  ')).toBe(CURRENCIES);
  expect(CURRENCIES).toHaveLength(135);
});

test('finds a code in any case and ranks it first', () => {
  expect(codes('eur')[0]).toBe('EUR');
  expect(codes(' Jpy ')[0]).toBe('JPY');
  expect(codes('us').slice(0, 1)).toEqual(['USD']);
});

test('finds a name by any of its words', () => {
  expect(codes('franc')).toEqual(expect.arrayContaining(['CHF', 'XOF']));
  expect(codes('krona')).toEqual(expect.arrayContaining(['SEK']));
  expect(codes('dollar').length).toBeGreaterThan(10);
});

test('finds a symbol', () => {
  expect(codes('€')).toEqual(['EUR']);
  expect(codes('$').slice(0, 30)).toEqual(expect.arrayContaining(['USD', 'CAD', 'AUD']));
  expect(codes('zł')).toContain('PLN');
});

test('ignores accents and case', () => {
  expect(codes('COLÓN')).toContain('CRC');
  expect(codes('colon')).toContain('CRC');
});

test('finds nothing for an unknown name', () => {
  expect(codes('cowrie shells')).toEqual([]);
});
