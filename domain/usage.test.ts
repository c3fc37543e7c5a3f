import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';

import { getPlan, PLANS } from './plans.ts';
import { propertyRuns } from './testing/property-runs.ts';
import { getMonthlySales, getMonth, getNextMonthStart, getNextPlan, getFittingPlan } from './usage.ts';

const instant = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2399-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const usdCents = fc.oneof(
  fc.nat(2_000_000),
  fc.integer({ min: 299_900, max: 300_100 }),
  fc.integer({ min: 999_900, max: 1_000_100 }),
);
const limited = PLANS.flatMap(({ id, monthlyLimitUsd }) =>
  monthlyLimitUsd === null ? [] : [{ id, limit: monthlyLimitUsd }],
);

const salesOf = (cents: number, plan: Parameters<typeof getMonthlySales>[1]) =>
  getMonthlySales({ usdCents: cents, transactions: 3 }, plan);

afterEach(() => {
  vi.unstubAllEnvs();
});

test.for<[string, string]>([
  ['2026-11-30T23:59:59.999Z', '2026-11'],
  ['2026-12-01T00:00:00.000Z', '2026-12'],
  ['2027-01-01T00:00:00.000Z', '2027-01'],
  ['2026-12-01T01:00:00+02:00', '2026-11'],
  ['2026-11-30T20:00:00-05:00', '2026-12'],
])('counts a sale at %s in %s', ([at, month]) => {
  expect(getMonth(new Date(at))).toBe(month);
});

test.for<[string, string]>([
  ['2026-11-01T00:00:00.000Z', '2026-12-01'],
  ['2026-12-31T23:59:59.999Z', '2027-01-01'],
  ['2027-01-31T12:00:00.000Z', '2027-02-01'],
  ['2027-02-28T12:00:00.000Z', '2027-03-01'],
  ['2028-02-28T23:59:59.999Z', '2028-03-01'],
  ['2028-02-29T00:00:00.000Z', '2028-03-01'],
  ['2100-02-28T23:59:59.999Z', '2100-03-01'],
])('resets the counter of %s on %s', ([at, start]) => {
  expect(getNextMonthStart(new Date(at)).toISOString()).toBe(`${start}T00:00:00.000Z`);
});

test.for(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
  'starts the next month right after the last instant of this one on a machine in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    fc.assert(
      fc.property(instant, (at) => {
        const next = getNextMonthStart(at);
        expect(getMonth(next) > getMonth(at)).toBe(true);
        expect(getMonth(new Date(next.getTime() - 1))).toBe(getMonth(at));
      }),
    );
  },
);

test.for([
  [0, 0, false],
  [2999, 0, false],
  [3000, 1, false],
  [239_999, 79, false],
  [240_000, 80, false],
  [299_999, 99, false],
  [300_000, 100, false],
  [300_001, 100, true],
  [303_000, 101, true],
] as const)('%i cents are %i percent of the Starter limit; exceeded: %s', ([cents, percentage, exceeded]) => {
  expect(salesOf(cents, 'starter')).toEqual({
    amount: cents / 100,
    limit: 3000,
    percentage,
    transactions: 3,
    exceeded,
  });
});

test('rounds a share down and does not count an exactly reached limit as exceeded', () => {
  fc.assert(
    fc.property(fc.constantFrom(...limited), usdCents, ({ id, limit }, cents) => {
      const { percentage, exceeded } = salesOf(cents, id);
      expect(percentage * limit).toBeLessThanOrEqual(cents);
      expect((percentage + 1) * limit).toBeGreaterThan(cents);
      expect(exceeded).toBe(cents > limit * 100);
    }),
    { numRuns: propertyRuns(1000) },
  );
});

test.for(['pro', null] as const)('never exceeds the plan %s', (plan) => {
  expect(salesOf(99_999_999, plan)).toEqual({
    amount: 999_999.99,
    limit: null,
    percentage: 0,
    transactions: 3,
    exceeded: false,
  });
});

test.for([
  [0, 'starter'],
  [300_000, 'starter'],
  [300_001, 'growth'],
  [1_000_000, 'growth'],
  [1_000_001, 'pro'],
  [Number.MAX_SAFE_INTEGER, 'pro'],
] as const)('for %i cents a month suggests %s', ([cents, plan]) => {
  expect(getFittingPlan(cents)).toBe(plan);
});

test('suggests a plan whose limit is not exceeded while every cheaper limit is', () => {
  fc.assert(
    fc.property(usdCents, (cents) => {
      const fitting = getPlan(getFittingPlan(cents));
      expect(salesOf(cents, fitting.id).exceeded).toBe(false);
      for (const { id, priceUsd } of PLANS)
        if (priceUsd < fitting.priceUsd) expect(salesOf(cents, id).exceeded).toBe(true);
    }),
    { numRuns: propertyRuns(1000) },
  );
});

test('follows Starter with Growth and Growth with Pro', () => {
  expect(getNextPlan('starter')).toBe('growth');
  expect(getNextPlan('growth')).toBe('pro');
  expect(getNextPlan('pro')).toBeNull();
});
