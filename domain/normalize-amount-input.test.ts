import { expect, test } from 'vitest';

import { normalizeAmountInput } from './text.ts';

test.for([
  [' 12 ', '12'],
  ['12,50', '12.50'],
  ['12,5', '12.5'],
  ['1 200', '1200'],
  ['12.50', '12.50'],
] as const)('reads %s as %s', ([input, read]) => {
  expect(normalizeAmountInput(input)).toBe(read);
});

test.for(['1,000', '1,2,3', '$12', 'twelve', ''])('leaves %s unchanged, for price validation to reject', (input) => {
  expect(normalizeAmountInput(input)).toBe(input);
});
