import { expect, test } from 'vitest';

import {
  APPLY_CONTEXT,
  eventKinds,
  createAggregate,
  NOON,
  SECONDS,
  createStripeDiscount,
  createStripeSubscription,
  createSubscribedAggregate,
} from '../testing/order-aggregate-fixtures.ts';
import { applySubscription } from './apply-subscription.ts';
import { ForeignObjectError, type OrderAggregate } from './order-aggregate.ts';

const END = SECONDS + 30 * 86_400;

const applyStripeChange = (aggregate: OrderAggregate, change: object = {}) =>
  applySubscription({ ...aggregate, events: [] }, createStripeSubscription(change), APPLY_CONTEXT);

test('stores a subscription with its discounted price', () => {
  const stripeSubscription = createStripeSubscription({ discounts: [createStripeDiscount('forever')] });
  const aggregate = applySubscription(
    createAggregate({ discount: 250, total: 750 }, 'monthly'),
    stripeSubscription,
    APPLY_CONTEXT,
  );
  expect(aggregate.subscription).toMatchObject({
    status: 'active',
    amount: 750,
    billing: 'monthly',
    currency: 'EUR',
    customerId: 'cus_1',
    periodEnd: new Date(END * 1000),
    cancelAt: null,
    endedAt: null,
  });
  expect(aggregate.events).toEqual([]);
  expect(applySubscription(aggregate, stripeSubscription, APPLY_CONTEXT)).toBe(aggregate);
});

test.for([
  ['lasts', 750, [createStripeDiscount('forever')]],
  ['ends after the next invoice', 750, [createStripeDiscount('repeating', END + 1)]],
  ['ends at the time of the next invoice', 1000, [createStripeDiscount('repeating', END)]],
  ['was for the first invoice', 1000, [createStripeDiscount('once')]],
  ['was removed at Stripe', 1000, []],
] as const)('stores the amount of the next payment if the discount %s', ([, amount, discounts]) => {
  const before = createAggregate({ discount: 250, total: 750 }, 'monthly');
  const { subscription } = applySubscription(before, createStripeSubscription({ discounts }), APPLY_CONTEXT);
  expect(subscription?.amount).toBe(amount);
});

test('renews for all units and recurring extras, less the coupon, and without one-time extras', () => {
  const line = { kind: 'recurring' as const, quantity: 1, discount: 0 };
  const lines = [
    { ...line, key: 'main', name: 'Seat', unit: 900, quantity: 5, subtotal: 4500, discount: 450, total: 4050 },
    { ...line, key: 'bump:a', name: 'Support', unit: 300, subtotal: 300, total: 300 },
    { ...line, key: 'bump:b', name: 'Setup', kind: 'one_time' as const, unit: 2000, subtotal: 2000, total: 2000 },
  ];
  const before = createAggregate({ lines, quantity: 5, original: 6800, discount: 450, total: 6350 }, 'monthly');
  const amountWith = (seats: number) => {
    const item = { price: { unit_amount: 900, recurring: { interval: 'month' } }, current_period_end: END };
    const extra = { ...item, quantity: 1, price: { ...item.price, unit_amount: 300 } };
    const items = { data: [{ ...item, quantity: seats }, extra] };
    const change = { items, discounts: [createStripeDiscount('forever')] };
    return applySubscription(before, createStripeSubscription(change), APPLY_CONTEXT).subscription?.amount;
  };
  expect(amountWith(5)).toBe(4350);
  // The seller changed the quantity at Stripe.
  expect(amountWith(6)).toBe(5700);
});

test('emits an event each time a cancellation is scheduled or undone', () => {
  const first = applyStripeChange(createSubscribedAggregate(), {
    cancel_at_period_end: true,
    canceled_at: SECONDS,
  });
  expect(first.subscription?.cancelAt).toEqual(new Date(END * 1000));
  expect(eventKinds(first)).toEqual(['cancellation_set']);
  const undone = applyStripeChange(first);
  expect([undone.subscription?.cancelAt, eventKinds(undone)]).toEqual([null, ['cancellation_undone']]);
  const second = applyStripeChange(undone, { cancel_at: END, canceled_at: SECONDS + 5 });
  expect(eventKinds(second)).toEqual(['cancellation_set']);
  expect(second.events).not.toEqual(first.events);
});

test('emits one end event, marked as expected if it was scheduled before', () => {
  const ended = applyStripeChange(createSubscribedAggregate(), { status: 'canceled', ended_at: SECONDS });
  expect(ended.events).toMatchObject([{ kind: 'subscription_ended', expected: false }]);
  expect(eventKinds(applyStripeChange(ended, { status: 'canceled', ended_at: SECONDS }))).toEqual([]);
  const scheduled = applyStripeChange(createSubscribedAggregate(), { cancel_at: END });
  expect(applyStripeChange(scheduled, { status: 'canceled', ended_at: END }).events).toMatchObject([
    { expected: true },
  ]);
});

test('takes the end of a payment plan for no cancellation, and expects it after the last payment', () => {
  const createPlan = (installments: number): OrderAggregate => {
    const aggregate = createSubscribedAggregate();
    return { ...aggregate, attempt: { ...aggregate.attempt, installments } };
  };
  // Stripe sets the date when a schedule ends the subscription.
  const scheduled = applyStripeChange(createPlan(2), { cancel_at: END, canceled_at: SECONDS });
  expect([scheduled.subscription?.cancelAt, eventKinds(scheduled)]).toEqual([null, []]);
  const endOf = (plan: OrderAggregate) => applyStripeChange(plan, { status: 'canceled', ended_at: END }).events;
  expect(endOf(createPlan(2))).toMatchObject([{ kind: 'subscription_ended', expected: false }]);
  expect(endOf(createPlan(1))).toMatchObject([{ kind: 'subscription_ended', expected: true }]);
});

test('clears the failed invoice of an ended subscription', () => {
  const pastDue = createSubscribedAggregate({ status: 'past_due', failedInvoiceId: 'in_2', failedAt: NOON });
  expect(applyStripeChange(pastDue, { status: 'past_due' }).subscription).toMatchObject({
    failedInvoiceId: 'in_2',
  });
  const ended = applyStripeChange(pastDue, { status: 'canceled', ended_at: SECONDS });
  expect(ended.subscription).toMatchObject({ status: 'canceled', failedInvoiceId: null });
});

test('fails the pending order of a subscription whose first payment failed, without an event', () => {
  const aggregate = createSubscribedAggregate();
  const pending = {
    ...aggregate,
    order: aggregate.order && { ...aggregate.order, state: 'pending' as const },
    sales: [],
  };
  const failed = applyStripeChange(pending, { status: 'incomplete_expired', ended_at: SECONDS });
  expect([failed.order?.state, eventKinds(failed)]).toEqual(['failed', []]);
});

test('rejects another subscription with our attempt id', () => {
  expect(() =>
    applySubscription(createSubscribedAggregate(), createStripeSubscription({ id: 'sub_2' }), APPLY_CONTEXT),
  ).toThrow(ForeignObjectError);
});
