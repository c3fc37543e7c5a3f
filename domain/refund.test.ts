import { expect, test } from 'vitest';

import { getRefundableAmount, parseRefundAmount, sumRequestedRefunds } from './refund.ts';

const PAYMENT = { amount: 2900, refunded: 500, lost: 0 };

test('subtracts requested refunds before they are counted, and restores them when they fail', () => {
  expect(getRefundableAmount(PAYMENT, [])).toBe(2400);
  expect(getRefundableAmount(PAYMENT, [{ amount: 400, state: 'asked' }])).toBe(2000);
  const afterCount = ['pending', 'succeeded', 'failed', 'canceled'] as const;
  for (const state of afterCount) expect(getRefundableAmount(PAYMENT, [{ amount: 400, state }])).toBe(2400);
});

test('excludes money lost to a dispute from the refundable amount', () => {
  expect(getRefundableAmount({ ...PAYMENT, lost: 2000 }, [])).toBe(400);
  expect(getRefundableAmount({ ...PAYMENT, lost: 2900 }, [])).toBe(0);
});

test('counts only refunds without a response as pending', () => {
  expect(
    sumRequestedRefunds([
      { amount: 3, state: 'asked' },
      { amount: 4, state: 'pending' },
    ]),
  ).toBe(3);
});

test.for([
  ['10', 'USD', 1000],
  [' 10.50 ', 'USD', 1050],
  ['29', 'USD', 2900],
  ['1200', 'JPY', 1200],
  ['12', 'ISK', 1200],
] as const)('reads %s in %s as %s', ([input, currency, amount]) => {
  expect(parseRefundAmount(input, 2900, currency)).toEqual({ amount });
});

test.for([
  ['', 'USD', 'Enter an amount as a number, like 29.99'],
  ['ten', 'USD', 'Enter an amount as a number, like 29.99'],
  ['1e3', 'USD', 'Enter an amount as a number, like 29.99'],
  ['-5', 'USD', 'Enter an amount as a number, like 29.99'],
  ['0', 'USD', 'Enter an amount above 0'],
  ['29.01', 'USD', 'You can refund up to $29.00 USD of this payment'],
  ['1.005', 'USD', 'USD amounts can have up to 2 decimal places'],
  ['12.5', 'JPY', 'Enter JPY amounts as whole numbers, like 29'],
] as const)('rejects “%s” in %s: %s', ([input, currency, error]) => {
  expect(parseRefundAmount(input, 2900, currency)).toEqual({ error });
});
