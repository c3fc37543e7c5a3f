import { expect, test } from 'vitest';

import { comparePlans, isPlanId, planOf, PLANS, type PlanId } from './plans.ts';

const ids = PLANS.map(({ id }) => id);
const pairs = ids.flatMap((one) => ids.map((other) => [one, other] as const));

test('plans cost 9, 29 and 99 dollars a month, for sales up to 3,000, 10,000 and without a limit', () => {
  expect(PLANS.map(({ name, priceUsd, monthlyLimitUsd }) => [name, priceUsd, monthlyLimitUsd])).toEqual([
    ['Starter', 9, 3000],
    ['Growth', 29, 10_000],
    ['Pro', 99, null],
  ]);
});

test('one plan is the popular one', () => {
  expect(PLANS.filter(({ popular }) => popular).map(({ id }) => id)).toEqual(['growth']);
});

test.for(ids)('%s is a plan, found by its id', (id) => {
  expect(isPlanId(id)).toBe(true);
  expect(planOf(id).id).toBe(id);
});

test.for(['Starter', 'starter ', '', 'toString', '__proto__', 0, null, undefined, ['pro'], { id: 'pro' }])(
  '%j is no plan',
  (id) => {
    expect(isPlanId(id)).toBe(false);
  },
);

test('a plan that there is not is an error, never another plan', () => {
  expect(() => planOf('enterprise' as PlanId)).toThrow(RangeError);
});

test.for(pairs)(
  '%s and %s compare as they stand in the list, from the smallest to the largest',
  ([one, other]) => {
    expect(Math.sign(comparePlans(one, other))).toBe(Math.sign(ids.indexOf(one) - ids.indexOf(other)));
  },
);
