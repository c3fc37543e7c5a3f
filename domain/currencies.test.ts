import { expect, test } from 'vitest';

import { CURRENCIES, getCurrency, isCurrencyCode, MAX_AMOUNT } from './currencies.ts';

const codes = CURRENCIES.map(({ code }) => code);

test('lists 135 currencies, each once, sorted by code', () => {
  expect(CURRENCIES).toHaveLength(135);
  expect(codes).toEqual([...new Set(codes)].toSorted());
  expect(codes.filter((code) => ['RUB', 'STD', 'ANG'].includes(code))).toEqual([]);
});

test('accepts upper-case codes as valid and finds codes in either case', () => {
  for (const currency of CURRENCIES) {
    expect(isCurrencyCode(currency.code)).toBe(true);
    expect(isCurrencyCode(currency.code.toLowerCase())).toBe(false);
    expect(getCurrency(currency.code)).toBe(currency);
    expect(getCurrency(currency.code.toLowerCase())).toBe(currency);
  }
});

test.for(['', 'XXX', 'US', 'USDT', ' USD', 'constructor'])('throws on the unknown currency %j', (code) => {
  expect(isCurrencyCode(code)).toBe(false);
  expect(() => getCurrency(code)).toThrow(`Unknown currency ${code}`);
});

test('allows every whole unit of a currency and nothing finer than the displayed decimals', () => {
  for (const { code, decimals, displayDecimals, step } of CURRENCIES) {
    expect(10 ** decimals % step, code).toBe(0);
    expect(step, code).toBeGreaterThanOrEqual(10 ** (decimals - displayDecimals));
  }
});

test('has a chargeable minimum for each currency', () => {
  for (const { code, step, minimum } of CURRENCIES) {
    if (minimum === null) continue;
    expect(minimum % step, code).toBe(0);
    expect(minimum, code).toBeGreaterThan(0);
    expect(minimum, code).toBeLessThan(MAX_AMOUNT);
  }
});
