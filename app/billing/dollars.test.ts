import { expect, test } from 'vitest';

import { billText, salesText } from './dollars.ts';

test('always shows the cents of an invoice amount', () => {
  expect(billText(900)).toBe('$9.00');
  expect(billText(141_250)).toBe('$1,412.50');
});

test('shows cents of sales only if there are any', () => {
  expect(salesText(2412)).toBe('$2,412');
  expect(salesText(2412.5)).toBe('$2,412.50');
  expect(salesText(0)).toBe('$0');
});
