import { expect, test } from 'vitest';

import { comparePlans, isPlanId, getPlan, PLANS, type PlanId } from './plans.ts';

const ids = PLANS.map(({ id }) => id);
const pairs = ids.flatMap((one) => ids.map((planB) => [one, planB] as const));

test('prices plans at 9, 29 and 99 dollars a month, with sales limits of 3,000, 10,000 and none', () => {
  expect(PLANS.map(({ name, priceUsd, monthlyLimitUsd }) => [name, priceUsd, monthlyLimitUsd])).toEqual([
    ['Starter', 9, 3000],
    ['Growth', 29, 10_000],
    ['Pro', 99, null],
  ]);
});

test('marks one plan as popular', () => {
  expect(PLANS.filter(({ popular }) => popular).map(({ id }) => id)).toEqual(['growth']);
});

test.for(ids)('finds the plan %s by its id', (id) => {
  expect(isPlanId(id)).toBe(true);
  expect(getPlan(id).id).toBe(id);
});

test.for(['Starter', 'starter ', '', 'toString', '__proto__', 0, null, undefined, ['pro'], { id: 'pro' }])(
  'rejects %j as a plan id',
  (id) => {
    expect(isPlanId(id)).toBe(false);
  },
);

test('throws on an unknown plan instead of returning another one', () => {
  expect(() => getPlan('enterprise' as PlanId)).toThrow(RangeError);
});

test.for(pairs)('compares %s and %s by their position, from smallest to largest', ([one, planB]) => {
  expect(Math.sign(comparePlans(one, planB))).toBe(Math.sign(ids.indexOf(one) - ids.indexOf(planB)));
});
