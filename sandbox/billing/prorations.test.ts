import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prorate, restOf } from './prorations.ts';

const day = 86_400;
const period = { start: 1_800_000_000, end: 1_800_000_000 + 30 * day };
const moments = fc.record({
  start: fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }),
  length: fc.integer({ min: 1, max: 3 * 366 * day }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
});
const prices = fc.integer({ min: 0, max: 99_999_999 });
const momentOf = ({ start, length, part }: { start: number; length: number; part: number }) => ({
  period: { start, end: start + length },
  at: start + Math.floor(length * part),
});

test('credits 4.50 and debits 14.50 for 9 to 29 dollars at exactly mid-month', () => {
  const change = prorate({ whole: 900, billed: 900 }, 2900, period, period.start + 15 * day);
  expect(change).toEqual({ credit: -450, debit: 1450 });
});

test('prorates to the second and rounds half up on each line', () => {
  const hundredSeconds = { start: 0, end: 100 };
  expect(prorate({ whole: 100, billed: 100 }, 250, hundredSeconds, 1)).toEqual({ credit: -99, debit: 248 });
  expect(restOf(1, hundredSeconds, 50)).toBe(1);
  expect(restOf(1, hundredSeconds, 51)).toBe(0);
});

test('credits only what was billed', () => {
  const trial = prorate({ whole: 900, billed: 0 }, 2900, period, period.start);
  expect(trial).toEqual({ credit: 0, debit: 2900 });
  expect(prorate(null, 2900, period, period.start)).toEqual({ credit: 0, debit: 2900 });
});

test('cancels out a change and its reverse in the same second', () => {
  fc.assert(
    fc.property(moments, prices, prices, (moment, one, other) => {
      const { period: span, at } = momentOf(moment);
      const there = prorate({ whole: one, billed: one }, other, span, at);
      const back = prorate({ whole: other, billed: there.debit }, one, span, at);
      expect(there.credit + there.debit + back.credit + back.debit).toBe(0);
    }),
  );
});

test('never credits more than was billed over any sequence of changes', () => {
  fc.assert(
    fc.property(moments, fc.array(fc.tuple(prices, fc.nat(day)), { maxLength: 12 }), (moment, changes) => {
      const { period: span, at: first } = momentOf(moment);
      let [at, last, paid] = [first, { whole: 900, billed: 900 }, 900];
      for (const [next, later] of changes) {
        const { credit, debit } = prorate(last, next, span, at);
        expect(-credit).toBeLessThanOrEqual(last.billed);
        paid += credit + debit;
        last = { whole: next, billed: debit };
        expect(paid).toBeGreaterThanOrEqual(debit);
        at += later;
      }
    }),
  );
});

test('leaves nothing at the end of the period and after it', () => {
  fc.assert(
    fc.property(moments, prices, prices, fc.nat(day), (moment, one, other, later) => {
      const { period: span } = momentOf(moment);
      const change = prorate({ whole: one, billed: one }, other, span, span.end + later);
      expect(change.credit + change.debit).toBe(0);
      expect(change.debit).toBe(0);
    }),
  );
});

test('leaves at most the whole price before the period begins', () => {
  expect(restOf(900, period, period.start - day)).toBe(900);
  expect(restOf(99_999_999, { start: 0, end: 3 * 366 * day }, 0)).toBe(99_999_999);
});
