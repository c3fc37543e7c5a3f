import fc from 'fast-check';
import { expect, test } from 'vitest';

import { prorate, prorateAmount } from './billing-period.ts';

const DAY_S = 86_400;
const PERIOD = { start: 1_800_000_000, end: 1_800_000_000 + 30 * DAY_S };
const arbitraryTimes = fc.record({
  start: fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }),
  length: fc.integer({ min: 1, max: 3 * 366 * DAY_S }),
  fraction: fc.double({ min: 0, max: 1, noNaN: true }),
});
const prices = fc.integer({ min: 0, max: 99_999_999 });
const toPeriodAndTime = ({ start, length, fraction }: { start: number; length: number; fraction: number }) => ({
  period: { start, end: start + length },
  at: start + Math.floor(length * fraction),
});

test('credits 4.50 and debits 14.50 for 9 to 29 dollars at exactly mid-month', () => {
  const overrides = prorate({ fullPrice: 900, billed: 900 }, 2900, PERIOD, PERIOD.start + 15 * DAY_S);
  expect(overrides).toEqual({ credit: -450, debit: 1450 });
});

test('prorates to the second and rounds half up on each line', () => {
  const hundredSeconds = { start: 0, end: 100 };
  expect(prorate({ fullPrice: 100, billed: 100 }, 250, hundredSeconds, 1)).toEqual({
    credit: -99,
    debit: 248,
  });
  expect(prorateAmount(1, hundredSeconds, 50)).toBe(1);
  expect(prorateAmount(1, hundredSeconds, 51)).toBe(0);
});

test('credits only what was billed', () => {
  const trial = prorate({ fullPrice: 900, billed: 0 }, 2900, PERIOD, PERIOD.start);
  expect(trial).toEqual({ credit: 0, debit: 2900 });
  expect(prorate(null, 2900, PERIOD, PERIOD.start)).toEqual({ credit: 0, debit: 2900 });
});

test('cancels out a change and its reverse in the same second', () => {
  fc.assert(
    fc.property(arbitraryTimes, prices, prices, (input, one, other) => {
      const { period: span, at } = toPeriodAndTime(input);
      const change = prorate({ fullPrice: one, billed: one }, other, span, at);
      const reverse = prorate({ fullPrice: other, billed: change.debit }, one, span, at);
      expect(change.credit + change.debit + reverse.credit + reverse.debit).toBe(0);
    }),
  );
});

test('never credits more than was billed over any sequence of changes', () => {
  fc.assert(
    fc.property(arbitraryTimes, fc.array(fc.tuple(prices, fc.nat(DAY_S)), { maxLength: 12 }), (input, changes) => {
      const { period: span, at: first } = toPeriodAndTime(input);
      let [at, last, paid] = [first, { fullPrice: 900, billed: 900 }, 900];
      for (const [next, later] of changes) {
        const { credit, debit } = prorate(last, next, span, at);
        expect(-credit).toBeLessThanOrEqual(last.billed);
        paid += credit + debit;
        last = { fullPrice: next, billed: debit };
        expect(paid).toBeGreaterThanOrEqual(debit);
        at += later;
      }
    }),
  );
});

test('leaves nothing at the end of the period and after it', () => {
  fc.assert(
    fc.property(arbitraryTimes, prices, prices, fc.nat(DAY_S), (input, one, other, later) => {
      const { period: span } = toPeriodAndTime(input);
      const overrides = prorate({ fullPrice: one, billed: one }, other, span, span.end + later);
      expect(overrides.credit + overrides.debit).toBe(0);
      expect(overrides.debit).toBe(0);
    }),
  );
});

test('leaves at most the whole price before the period begins', () => {
  expect(prorateAmount(900, PERIOD, PERIOD.start - DAY_S)).toBe(900);
  expect(prorateAmount(99_999_999, { start: 0, end: 3 * 366 * DAY_S }, 0)).toBe(99_999_999);
});
