import { expect, test } from 'vitest';

import {
  PLANNING_CONTEXT,
  eventKinds,
  createAggregate,
  NOON,
  SECONDS,
  createStripeSubscription,
  createSubscribedAggregate,
} from '../testing/order-aggregate-fixtures.ts';
import { ForeignObjectError } from './foreign-object.ts';
import type { OrderAggregate } from './order-aggregate.ts';
import { planSubscription } from './plan-subscription.ts';

const END = SECONDS + 30 * 86_400;

const applySubscription = (aggregate: OrderAggregate, change: object = {}) =>
  planSubscription({ ...aggregate, events: [] }, createStripeSubscription(change), PLANNING_CONTEXT);

test('stores a subscription with its discounted price', () => {
  const aggregate = planSubscription(
    createAggregate({ discount: 250, total: 750 }, 'monthly'),
    createStripeSubscription(),
    PLANNING_CONTEXT,
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
  expect(planSubscription(aggregate, createStripeSubscription(), PLANNING_CONTEXT)).toBe(aggregate);
});

test('emits an event each time a cancellation is scheduled or undone', () => {
  const first = applySubscription(createSubscribedAggregate(), {
    cancel_at_period_end: true,
    canceled_at: SECONDS,
  });
  expect(first.subscription?.cancelAt).toEqual(new Date(END * 1000));
  expect(eventKinds(first)).toEqual(['cancellation_set']);
  const undone = applySubscription(first);
  expect([undone.subscription?.cancelAt, eventKinds(undone)]).toEqual([null, ['cancellation_undone']]);
  const second = applySubscription(undone, { cancel_at: END, canceled_at: SECONDS + 5 });
  expect(eventKinds(second)).toEqual(['cancellation_set']);
  expect(second.events).not.toEqual(first.events);
});

test('emits one end event, marked as expected if it was scheduled before', () => {
  const ended = applySubscription(createSubscribedAggregate(), { status: 'canceled', ended_at: SECONDS });
  expect(ended.events).toMatchObject([{ kind: 'subscription_ended', expected: false }]);
  expect(eventKinds(applySubscription(ended, { status: 'canceled', ended_at: SECONDS }))).toEqual([]);
  const scheduled = applySubscription(createSubscribedAggregate(), { cancel_at: END });
  expect(applySubscription(scheduled, { status: 'canceled', ended_at: END }).events).toMatchObject([
    { expected: true },
  ]);
});

test('clears the failed invoice of an ended subscription', () => {
  const pastDue = createSubscribedAggregate({ status: 'past_due', failedInvoiceId: 'in_2', failedAt: NOON });
  expect(applySubscription(pastDue, { status: 'past_due' }).subscription).toMatchObject({
    failedInvoiceId: 'in_2',
  });
  const ended = applySubscription(pastDue, { status: 'canceled', ended_at: SECONDS });
  expect(ended.subscription).toMatchObject({ status: 'canceled', failedInvoiceId: null });
});

test('fails the pending order of a subscription whose first payment failed, without an event', () => {
  const aggregate = createSubscribedAggregate();
  const pending = {
    ...aggregate,
    order: aggregate.order && { ...aggregate.order, state: 'pending' as const },
    sales: [],
  };
  const failed = applySubscription(pending, { status: 'incomplete_expired', ended_at: SECONDS });
  expect([failed.order?.state, eventKinds(failed)]).toEqual(['failed', []]);
});

test('rejects another subscription with our attempt id', () => {
  expect(() =>
    planSubscription(createSubscribedAggregate(), createStripeSubscription({ id: 'sub_2' }), PLANNING_CONTEXT),
  ).toThrow(ForeignObjectError);
});
