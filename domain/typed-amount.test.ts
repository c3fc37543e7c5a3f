import { expect, test } from 'vitest';

import { typedAmount } from './typed-amount.ts';

test.for([
  [' 12 ', '12'],
  ['12,50', '12.50'],
  ['12,5', '12.5'],
  ['1 200', '1200'],
  ['12.50', '12.50'],
] as const)('%s is read as %s', ([typed, read]) => {
  expect(typedAmount(typed)).toBe(read);
});

test.for(['1,000', '1,2,3', '$12', 'twelve', ''])(
  '%s stays as it is, for the price to be refused',
  (typed) => {
    expect(typedAmount(typed)).toBe(typed);
  },
);
