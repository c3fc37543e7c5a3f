import { expect, test } from 'vitest';

import { formatMoney, formatUsd, normalizeDecimals } from './format-money.ts';

test('uses the reader’s separators, and keeps symbol, code, decimals and sign', () => {
  expect(formatMoney(102_610, 'USD', 'en-US')).toBe('$1,026.10 USD');
  expect(formatMoney(102_610, 'USD', 'fr-FR')).toBe('$1\u00a0026,10 USD');
  expect(formatMoney(-123_456_789, 'USD', 'de-DE')).toBe('−$1.234.567,89 USD');
  expect(formatMoney(1_234_567, 'JPY', 'de-DE')).toBe('¥1.234.567 JPY');
});

test('formats US dollars without the code', () => {
  expect(formatUsd(241_200, 'de-DE')).toBe('$2.412,00');
  expect([0, 241_200, -8900].map((cents) => formatUsd(cents))).toEqual(['$0.00', '$2,412.00', '−$89.00']);
});

test('accepts the decimal separator of the reader', () => {
  expect(normalizeDecimals(' 12,50', 'de-DE')).toBe(' 12.50');
  expect(normalizeDecimals('12.50', 'de-DE')).toBe('12.50');
  expect(normalizeDecimals('1,234', 'en-US')).toBe('1,234');
});
