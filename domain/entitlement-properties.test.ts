import fc from 'fast-check';
import { expect, test } from 'vitest';

import { computeEntitlements, type Purchase } from './compute-entitlements.ts';
import { propertyRuns } from './testing/property-runs.ts';
import {
  afterDays,
  createDelivery,
  createLine,
  createSale,
  createSubscription,
  PAGE,
  START,
} from './testing/purchase.ts';

const dateArbitrary = fc.integer({ min: -40, max: 120 }).map((days) => afterDays(days));

const purchaseArbitrary: fc.Arbitrary<Purchase> = fc
  .record({
    state: fc.constantFrom('pending', 'failed', 'paid', 'partly_refunded', 'refunded'),
    plan: fc.constantFrom(null, 'pro'),
    installments: fc.constantFrom(null, 1, 3),
    withBump: fc.boolean(),
    isRecurring: fc.boolean(),
    sales: fc.array(fc.record({ refunded: fc.constantFrom(0, 500, 1500), paidAt: dateArbitrary }), { maxLength: 3 }),
    refunds: fc.array(
      fc.record({
        sale: fc.nat(2),
        state: fc.constantFrom('asked', 'pending', 'succeeded', 'failed'),
        line: fc.constantFrom('line main', 'line bump:book'),
        amount: fc.constantFrom(200, 500, 1000),
      }),
      { maxLength: 3 },
    ),
    disputes: fc.array(
      fc.record({
        sale: fc.nat(2),
        status: fc.constantFrom('warning_needs_response', 'needs_response', 'under_review', 'won', 'lost'),
      }),
      { maxLength: 2 },
    ),
    subscription: fc.option(
      fc.record({
        status: fc.constantFrom('active', 'trialing', 'past_due', 'unpaid', 'paused', 'canceled'),
        periodEnd: dateArbitrary,
        cancelAt: fc.option(dateArbitrary),
        endedAt: fc.option(dateArbitrary),
        trialEndsAt: fc.option(dateArbitrary),
      }),
    ),
    validity: fc.constantFrom('forever', 'subscription', 'days'),
    validDays: fc.integer({ min: 1, max: 90 }),
    withPlan: fc.constantFrom(null, ['base'], ['pro'], ['pro', 'bump:book'], ['bump:book']),
  } as const)
  .map(
    ({ state, plan, installments, withBump, isRecurring, subscription, validity, validDays, withPlan, ...rows }) => ({
      attempt: { pageId: PAGE, plan, installments },
      order: { state, paidAt: state === 'pending' || state === 'failed' ? null : START },
      lines: [
        createLine('main', { kind: isRecurring ? 'recurring' : 'one_time' }),
        ...(withBump ? [createLine('bump:book', { total: 500, subtotal: 500 })] : []),
      ],
      sales: rows.sales.map((sale, index) =>
        createSale({ ...sale, id: `sale ${index}`, amount: 1500, renewal: index > 0 }),
      ),
      refunds: rows.refunds.map((refund, index) => ({
        id: `refund ${index}`,
        saleId: `sale ${refund.sale}`,
        state: refund.state,
      })),
      refundLines: rows.refunds.map(({ line, amount }, index) => ({
        refundId: `refund ${index}`,
        orderLineId: line,
        amount,
      })),
      disputes: rows.disputes.map(({ sale, status }) => ({ saleId: `sale ${sale}`, status })),
      subscription: subscription && createSubscription({ ...subscription }),
      delivery: createDelivery(
        [
          { id: 'guide', offeredWith: null },
          { id: 'book', offeredWith: withPlan },
        ],
        { validity, validDays },
      ),
      entitlements: null,
    }),
  );

const withPrevious = (purchase: Purchase, previous: ReturnType<typeof computeEntitlements>): Purchase => ({
  ...purchase,
  entitlements: previous.map(({ lineKey, deliverableId }) => ({ lineKey, deliverableId, decision: null })),
});

const shuffled = <T>(list: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...list], { minLength: list.length, maxLength: list.length });

test('comes to the same end in whatever order things happen, and however often they are applied', () => {
  fc.assert(
    fc.property(
      purchaseArbitrary.chain((purchase) =>
        fc.record({
          purchase: fc.constant(purchase),
          sales: shuffled(purchase.sales),
          refunds: shuffled(purchase.refunds),
          refundLines: shuffled(purchase.refundLines),
          disputes: shuffled(purchase.disputes),
          /** Number of payments, refunds and disputes that are known at each step before the last one. */
          steps: fc.array(fc.nat(3), { maxLength: 4 }),
        }),
      ),
      dateArbitrary,
      ({ purchase, steps, ...rows }, now) => {
        const expected = computeEntitlements(purchase, now);
        let previous = computeEntitlements(
          { ...purchase, sales: [], refunds: [], disputes: [], subscription: null },
          now,
        );
        for (const count of steps) {
          const known = {
            ...purchase,
            sales: rows.sales.slice(0, count),
            refunds: rows.refunds.slice(0, count),
            disputes: rows.disputes.slice(0, count),
          };
          previous = computeEntitlements(withPrevious(known, previous), now);
        }
        expect(computeEntitlements(withPrevious({ ...purchase, ...rows }, previous), now)).toEqual(expected);
        expect(computeEntitlements(withPrevious(purchase, expected), now)).toEqual(expected);
      },
    ),
    { numRuns: propertyRuns(10_000) },
  );
});

test('changes with time only when it says so, and never gives access that has ended', () => {
  fc.assert(
    fc.property(purchaseArbitrary, dateArbitrary, dateArbitrary, (purchase, one, other) => {
      const [now, later] = one <= other ? [one, other] : [other, one];
      const before = computeEntitlements(purchase, now);
      const after = computeEntitlements(purchase, later);
      for (const [index, { state, reason, recheckAt }] of before.entries()) {
        const next = after[index];
        if (state === 'ended' || recheckAt === null || later < recheckAt) expect(next).toMatchObject({ state, reason });
        if (recheckAt) expect(recheckAt.getTime()).toBeGreaterThan(now.getTime());
      }
    }),
    { numRuns: propertyRuns(10_000) },
  );
});

test('gives no access without a payment, and none after all of it was returned', () => {
  fc.assert(
    fc.property(purchaseArbitrary, dateArbitrary, (purchase, now) => {
      const { sales, order } = purchase;
      const isReturned = sales.length > 0 && sales.every(({ refunded, amount }) => refunded >= amount);
      if (order.state !== 'pending' && order.state !== 'failed' && !isReturned) return;
      for (const { state } of computeEntitlements(purchase, now)) expect(['waiting', 'ended']).toContain(state);
    }),
    { numRuns: propertyRuns(10_000) },
  );
});
