import fc from 'fast-check';
import { expect, test } from 'vitest';

import { CURRENCIES, getCurrency } from './currencies.ts';
import { propertyRuns } from './testing/property-runs.ts';
import { calculateUnitRefund, getLineRest, type LineRefund } from './unit-refund.ts';

/** Refunds units one after another and returns their amounts. */
function refundUnits(line: { total: number; quantity: number }, counts: readonly number[], currency = 'USD'): number[] {
  const refunds: LineRefund[] = [];
  for (const quantity of counts)
    refunds.push({ amount: calculateUnitRefund(line, refunds, quantity, currency), quantity });
  return refunds.map(({ amount }) => amount);
}

test.each([
  [{ total: 10_000, quantity: 7 }, [1, 2, 4], 'USD', [1429, 2858, 5713]],
  [{ total: 10_000, quantity: 7 }, [4, 2, 1], 'USD', [5716, 2856, 1428]],
  [{ total: 1000, quantity: 3 }, [1, 1, 1], 'ISK', [400, 300, 300]],
  [{ total: 3, quantity: 5 }, [1, 3, 1], 'USD', [1, 2, 0]],
])('%o in refunds of %o units is, in %s, %o', (line, counts, currency, amounts) => {
  expect(refundUnits(line, counts, currency)).toEqual(amounts);
});

test('after a refund of an amount, the last units get what is left, and others keep their share', () => {
  const line = { total: 10_000, quantity: 5 };
  const refunds = [{ amount: 1500, quantity: null }];
  expect(calculateUnitRefund(line, refunds, 4, 'USD')).toBe(8000);
  expect(calculateUnitRefund(line, [...refunds, { amount: 8000, quantity: 4 }], 1, 'USD')).toBe(500);
  expect(calculateUnitRefund(line, [{ amount: 9500, quantity: null }], 1, 'USD')).toBe(2000);
});

/** A line item of any currency, and the sizes of refunds, in any order, that add up to its quantity. */
const partitions = fc
  .record({
    currency: fc.constantFrom(...CURRENCIES.map(({ code }) => code)),
    total: fc.nat(99_999_999),
    counts: fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 5 }),
  })
  .map((values) => ({ ...values, quantity: values.counts.reduce((sum, count) => sum + count, 0) }));

test('refunds of all units add up to the line item, each within a step of its share', () => {
  fc.assert(
    fc.property(partitions, ({ currency, total, counts, quantity }) => {
      const { step } = getCurrency(currency);
      const amounts = refundUnits({ total, quantity }, counts, currency);
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(total);
      for (const [index, amount] of amounts.entries()) {
        const count = counts[index] ?? 0;
        expect(amount).toBeGreaterThanOrEqual(0);
        expect(Math.abs(amount - (total * count) / quantity)).toBeLessThan((count + 1) * step);
        if (index < amounts.length - 1) expect(amount % step).toBe(0);
      }
    }),
    { numRuns: propertyRuns(10_000) },
  );
});

test('refunds of units and of amounts, refused above the rest, never exceed the line item', () => {
  fc.assert(
    fc.property(partitions, fc.array(fc.nat(100)), ({ currency, total, counts, quantity }, percentages) => {
      const refunds: LineRefund[] = [];
      for (const [index, count] of counts.entries()) {
        const rest = getLineRest({ total, quantity }, refunds);
        const typed = Math.floor((rest.total * (percentages[index] ?? 0)) / 100);
        refunds.push({ amount: typed, quantity: null });
        const amount = calculateUnitRefund({ total, quantity }, refunds, count, currency);
        if (amount <= rest.total - typed) refunds.push({ amount, quantity: count });
      }
      const rest = getLineRest({ total, quantity }, refunds);
      expect(Math.min(rest.total, rest.quantity)).toBeGreaterThanOrEqual(0);
      if (rest.quantity === 0) expect(rest.total).toBe(0);
      else expect(calculateUnitRefund({ total, quantity }, refunds, rest.quantity, currency)).toBe(rest.total);
    }),
    { numRuns: propertyRuns(10_000) },
  );
});
