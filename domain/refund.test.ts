import { expect, test } from 'vitest';

import { refundableOf, refundAmountFrom, underWay } from './refund.ts';

const PAYMENT = { amount: 2900, refunded: 500, lost: 0 };

test('subtracts requested refunds before they are counted, and restores them when they fail', () => {
  expect(refundableOf(PAYMENT, [])).toBe(2400);
  expect(refundableOf(PAYMENT, [{ amount: 400, state: 'asked' }])).toBe(2000);
  const counted = ['pending', 'succeeded', 'failed', 'canceled'] as const;
  for (const state of counted) expect(refundableOf(PAYMENT, [{ amount: 400, state }])).toBe(2400);
});

test('excludes money lost to a dispute from the refundable amount', () => {
  expect(refundableOf({ ...PAYMENT, lost: 2000 }, [])).toBe(400);
  expect(refundableOf({ ...PAYMENT, lost: 2900 }, [])).toBe(0);
});

test('counts only refunds without a response as pending', () => {
  expect(
    underWay([
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
] as const)('reads %s in %s as %s', ([typed, currency, amount]) => {
  expect(refundAmountFrom(typed, 2900, currency)).toEqual({ amount });
});

test.for([
  ['', 'USD', 'Type the amount in digits with a dot, for example 29.99'],
  ['ten', 'USD', 'Type the amount in digits with a dot, for example 29.99'],
  ['1e3', 'USD', 'Type the amount in digits with a dot, for example 29.99'],
  ['-5', 'USD', 'Type the amount in digits with a dot, for example 29.99'],
  ['0', 'USD', 'Type an amount above zero'],
  ['29.01', 'USD', 'No more than $29.00 USD is left of this payment'],
  ['1.005', 'USD', 'USD has 2 decimals: type no more than 2 digits after the dot'],
  ['12.5', 'JPY', 'JPY has no decimals: type a whole number, for example 29'],
] as const)('rejects “%s” in %s: %s', ([typed, currency, problem]) => {
  expect(refundAmountFrom(typed, 2900, currency)).toEqual({ problem });
});
