import { expect, test } from 'vitest';

import { billText, salesText } from './dollars.ts';

test('a bill always shows its cents', () => {
  expect(billText(900)).toBe('$9.00');
  expect(billText(141_250)).toBe('$1,412.50');
});

test('sales show cents only where there are some', () => {
  expect(salesText(2412)).toBe('$2,412');
  expect(salesText(2412.5)).toBe('$2,412.50');
  expect(salesText(0)).toBe('$0');
});
