import fc from 'fast-check';
import { expect, test } from 'vitest';

import { CURRENCIES, type Currency } from './currencies.ts';
import { formatAmount, formatMoney, parsePrice, formatWithSymbol, validateTotal } from './money.ts';
import { propertyRuns } from './testing/property-runs.ts';

const currency = fc.constantFrom(...CURRENCIES);
const amountIn = ({ step, maximum }: Currency) =>
  fc.nat(Math.floor(maximum / step)).map((stepCount) => stepCount * step);
const priced = currency.chain((one) => fc.tuple(fc.constant(one), amountIn(one)));

const amountOf = (text: string, code: string) => {
  const parsed = parsePrice(text, code);
  return 'amount' in parsed ? parsed.amount : null;
};
const parseError = (text: string, code: string) => {
  const parsed = parsePrice(text, code);
  return 'error' in parsed ? parsed.error : null;
};

/** Reference implementation of the same rule with big integers. */
function oracle(text: string, { decimals, displayDecimals, step, maximum }: Currency): bigint | null {
  const [integerPart = '', fraction = '', ...rest] = text.split('.');
  const isDigits = (digitText: string) =>
    digitText !== '' && Array.from(digitText).every((digit) => '0123456789'.includes(digit));
  if (rest.length > 0 || !isDigits(integerPart) || (text.includes('.') && !isDigits(fraction))) return null;
  if (fraction.length > displayDecimals) return null;
  const amount = BigInt(integerPart) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, '0') || '0');
  return amount <= BigInt(maximum) && amount % BigInt(step) === 0n ? amount : null;
}

test('reads back every amount of every currency from its text', () => {
  fc.assert(
    fc.property(priced, ([{ code }, amount]) => {
      expect(parsePrice(formatAmount(amount, code), code)).toEqual({ amount });
    }),
    { numRuns: propertyRuns(10_000) },
  );
});

test('reads back the smallest and the largest amount of every currency', () => {
  for (const { code, step, maximum } of CURRENCIES)
    for (const amount of [0, step, maximum - (maximum % step)])
      expect(parsePrice(formatAmount(amount, code), code)).toEqual({ amount });
});

test('reads a price like the big-integer reference', () => {
  const digits = fc.stringMatching(/^\d{1,14}(\.\d{0,4})?$/);
  const noise = fc.oneof(digits, fc.stringMatching(/^[0-9.,+\-e ]{0,8}$/), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(currency, noise, (one, text) => {
      const amount = amountOf(text, one.code);
      expect(amount === null ? null : BigInt(amount)).toBe(oracle(text, one));
    }),
    { numRuns: propertyRuns(20_000) },
  );
});

test.for([
  ['29', 'USD', 2900],
  ['29.9', 'USD', 2990],
  ['29.99', 'USD', 2999],
  ['0', 'USD', 0],
  ['0.00', 'USD', 0],
  ['00.50', 'USD', 50],
  ['999999.99', 'USD', 99_999_999],
  ['15000000', 'IDR', 1_500_000_000],
  ['20000000', 'COP', 2_000_000_000],
  ['12000000', 'LAK', 1_200_000_000],
  ['9999999.99', 'INR', 999_999_999],
  ['1500', 'JPY', 1500],
  ['1500', 'ISK', 150_000],
  ['1500', 'UGX', 150_000],
  ['1500', 'MGA', 1500],
  ['1.230', 'KWD', 1230],
  ['1.23', 'KWD', 1230],
] as const)('%s %s are %d minor units', ([text, code, amount]) => {
  expect(parsePrice(text, code)).toEqual({ amount });
});

test.for([
  '',
  ' ',
  '１２',
  '١٢',
  '1,5',
  '1,000',
  '-1',
  '+1',
  '1.',
  '.5',
  '.',
  '1.2.3',
  '1e3',
  '0x10',
  '$29',
  '29 ',
  '29\n',
  'NaN',
])('rejects %j as a price and says what to type instead', (text) => {
  expect(parseError(text, 'USD')).toBe('Enter a price as a number, like 29.99');
  expect(parseError(text, 'JPY')).toBe('Enter a price as a number, like 29');
});

test('explains which amounts a currency cannot represent', () => {
  expect(parseError('29.999', 'USD')).toBe('USD amounts can have up to 2 decimal places');
  expect(parseError('29.0', 'JPY')).toBe('Enter JPY amounts as whole numbers, like 29');
  expect(parseError('29.5', 'ISK')).toBe('Enter ISK amounts as whole numbers, like 29');
  expect(parseError('29.5', 'ugx')).toBe('Enter UGX amounts as whole numbers, like 29');
  expect(parseError('1.234', 'KWD')).toBe('KWD amounts must be multiples of 0.010');
  expect(parseError('1.2345', 'KWD')).toBe('KWD amounts can have up to 3 decimal places');
});

test('accepts the maximum that the error message names', () => {
  expect(parseError('1000000', 'USD')).toBe('The price can’t be more than 999999.99');
  expect(parseError('100000', 'KWD')).toBe('The price can’t be more than 99999.990');
  expect(parseError('1000000', 'ISK')).toBe('The price can’t be more than 999999');
  expect(parseError('9'.repeat(500), 'USD')).toBe('The price can’t be more than 999999.99');
  expect(parsePrice('1000000', 'USD', 'discount')).toEqual({
    error: 'The discount can’t be more than 999999.99',
  });
});

test('formats amounts with the decimals of the currency', () => {
  const texts = [
    formatAmount(5, 'USD'),
    formatAmount(1500, 'JPY'),
    formatAmount(150_000, 'ISK'),
    formatAmount(10, 'KWD'),
  ];
  expect(texts).toEqual(['0.05', '1500', '1500', '0.010']);
});

test('formats amounts with the currency symbol if there is one', () => {
  expect(formatWithSymbol(2610, 'USD')).toBe('$26.10');
  expect(formatWithSymbol(2610, 'AED')).toBe('26.10');
  expect(formatWithSymbol(-2610, 'EUR')).toBe('−€26.10');
});

test('groups thousands and names the currency in records', () => {
  expect(formatMoney(2610, 'USD')).toBe('$26.10 USD');
  expect(formatMoney(123_456_789, 'usd')).toBe('$1,234,567.89 USD');
  expect(formatMoney(1_234_567, 'JPY')).toBe('¥1,234,567 JPY');
  expect(formatMoney(-100_000, 'GBP')).toBe('−£1,000.00 GBP');
});

test('accepts zero or at least the minimum of Stripe', () => {
  for (const { code, minimum } of CURRENCIES) {
    expect(validateTotal(0, code)).toBeNull();
    if (minimum === null) expect(validateTotal(1, code)).toBeNull();
    else {
      expect(validateTotal(minimum, code)).toBeNull();
      expect(validateTotal(1, code)).toContain(formatWithSymbol(minimum, code));
      expect(validateTotal(minimum - 1, code)).toContain(code);
    }
  }
  expect(validateTotal(49, 'USD')).toBe('Stripe’s minimum in USD is $0.50');
});
