import { expect, test } from 'vitest';

import { formatBillAmount, formatSales } from './format-billing.tsx';

test('always shows the cents of an invoice amount', () => {
  expect(formatBillAmount(900)).toBe('$9.00');
  expect(formatBillAmount(141_250)).toBe('$1,412.50');
});

test('shows cents of sales only if there are any', () => {
  expect(formatSales(2412)).toBe('$2,412');
  expect(formatSales(2412.5)).toBe('$2,412.50');
  expect(formatSales(0)).toBe('$0');
});
