import { expect, test } from 'vitest';

import { CURRENCIES, currencyOf, isCurrencyCode, MAX_AMOUNT } from './currencies.ts';

const codes = CURRENCIES.map(({ code }) => code);

test('there are 135 currencies, each once, in the order of their codes', () => {
  expect(CURRENCIES).toHaveLength(135);
  expect(codes).toEqual([...new Set(codes)].toSorted());
  expect(codes.filter((code) => ['RUB', 'STD', 'ANG'].includes(code))).toEqual([]);
});

test('a code is known in capitals, and looked up in either case', () => {
  for (const currency of CURRENCIES) {
    expect(isCurrencyCode(currency.code)).toBe(true);
    expect(isCurrencyCode(currency.code.toLowerCase())).toBe(false);
    expect(currencyOf(currency.code)).toBe(currency);
    expect(currencyOf(currency.code.toLowerCase())).toBe(currency);
  }
});

test.for(['', 'XXX', 'US', 'USDT', ' USD', 'constructor'])(
  '%j is no currency: to ask for it throws',
  (code) => {
    expect(isCurrencyCode(code)).toBe(false);
    expect(() => currencyOf(code)).toThrow(`Unknown currency ${code}`);
  },
);

test('every whole unit of a currency can be charged, and nothing finer than people see', () => {
  for (const { code, decimals, shownDecimals, step } of CURRENCIES) {
    expect(10 ** decimals % step, code).toBe(0);
    expect(step, code).toBeGreaterThanOrEqual(10 ** (decimals - shownDecimals));
  }
});

test('a minimum is an amount that can be charged', () => {
  for (const { code, step, minimum } of CURRENCIES) {
    if (minimum === null) continue;
    expect(minimum % step, code).toBe(0);
    expect(minimum, code).toBeGreaterThan(0);
    expect(minimum, code).toBeLessThan(MAX_AMOUNT);
  }
});
