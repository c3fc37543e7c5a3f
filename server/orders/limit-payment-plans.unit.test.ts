import fc from 'fast-check';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { INSTALLMENT_LIMITS } from '#domain/payment-terms-fields.ts';
import { propertyRuns } from '#domain/testing/property-runs.ts';
import { DAY_MS } from '#domain/time-units.ts';

import { findPlanEnd } from './limit-payment-plans.ts';

type Billing = 'weekly' | 'monthly';

const getLastDay = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** Any second of some years, often at the end of a month. */
const anchor = fc
  .record({
    year: fc.integer({ min: 2023, max: 2040 }),
    month: fc.integer({ min: 0, max: 11 }),
    day: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 28, max: 31 })),
    second: fc.integer({ min: 0, max: 86_399 }),
  })
  .map(({ year, month, day, second }) => Date.UTC(year, month, Math.min(day, getLastDay(year, month))) / 1000 + second);

/** A plan, and how many payments were due after the first one before its end is set. */
const life = fc.record({
  anchor,
  billing: fc.constantFrom<Billing>('weekly', 'monthly'),
  installments: fc.integer({ min: INSTALLMENT_LIMITS.minimum, max: INSTALLMENT_LIMITS.maximum }),
  renewals: fc.integer({ min: 0, max: INSTALLMENT_LIMITS.maximum + 1 }),
});

/**
 * When Stripe charges: every seventh day, or each month on the day of the first payment, or on the last day of a month that is
 * shorter. Days are counted one by one, unlike in the code.
 */
function listCharges(first: number, billing: Billing, count: number): number[] {
  const charges: number[] = [];
  const firstDay = new Date(first * 1000).getUTCDate();
  for (let days = 0; charges.length < count; days += 1) {
    const date = new Date(first * 1000 + days * DAY_MS);
    const lastDay = getLastDay(date.getUTCFullYear(), date.getUTCMonth());
    const isCharged = billing === 'weekly' ? days % 7 === 0 : date.getUTCDate() === Math.min(firstDay, lastDay);
    if (isCharged) charges.push(date.getTime() / 1000);
  }
  return charges;
}

test('ends a plan exactly where Stripe would charge once more, whenever the end is set, or at once after that', () => {
  fc.assert(
    fc.property(life, ({ anchor: first, billing, installments, renewals }) => {
      const charges = listCharges(first, billing, Math.max(installments, renewals) + 2);
      const subscription = {
        billing_cycle_anchor: first,
        items: { data: [{ current_period_start: charges[renewals] }] } as unknown as Stripe.Subscription['items'],
      };
      const end = findPlanEnd(subscription, { billing, installments });
      const isOver = renewals >= installments;
      expect(end && end.getTime() / 1000).toBe(isOver ? null : charges[installments]);
    }),
    { numRuns: propertyRuns(10_000) },
  );
});
