import { expect, test } from 'vitest';

import { listPaidLines } from './paid-lines.ts';

const CLUB = { name: 'Club', kind: 'recurring' as const, subtotal: 2900, discount: 1000, total: 1900 };
const SETUP = { name: 'Setup', kind: 'one_time' as const, subtotal: 500, discount: 0, total: 500 };

test('lists the lines of a payment with what was paid for them', () => {
  const linesOf = (amount: number, renewal = true) => listPaidLines([CLUB, SETUP], { amount, renewal });
  expect(linesOf(2400, false)).toEqual([CLUB, SETUP]);
  expect(linesOf(1900)).toEqual([CLUB]);
  expect(linesOf(2900)).toEqual([{ ...CLUB, discount: 0, total: 2900 }]);
});

test('leaves out of the first payment what is due after a free trial', () => {
  const trial = { ...CLUB, afterTrial: true };
  expect(listPaidLines([trial, SETUP], { amount: 500, renewal: false })).toEqual([SETUP]);
  expect(listPaidLines([trial, SETUP], { amount: 1900, renewal: true })).toEqual([trial]);
});
