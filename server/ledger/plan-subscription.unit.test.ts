import { expect, test } from 'vitest';

import { ForeignEvent } from './foreign-event.ts';
import type { Leaf } from './leaf.ts';
import { planSubscription } from './plan-subscription.ts';
import { DESK, kindsOf, newLeaf, NOON, SECONDS, stripeSubscription, subscribedLeaf } from './testing-leaf.ts';

const END = SECONDS + 30 * 86_400;

const after = (leaf: Leaf, change: object = {}) =>
  planSubscription({ ...leaf, news: [] }, stripeSubscription(change), DESK);

test('stores a subscription with its discounted price', () => {
  const leaf = planSubscription(
    newLeaf({ discount: 250, total: 750 }, 'monthly'),
    stripeSubscription(),
    DESK,
  );
  expect(leaf.subscription).toMatchObject({
    status: 'active',
    amount: 750,
    billing: 'monthly',
    currency: 'EUR',
    customerId: 'cus_1',
    periodEnd: new Date(END * 1000),
    cancelAt: null,
    endedAt: null,
  });
  expect(leaf.news).toEqual([]);
  expect(planSubscription(leaf, stripeSubscription(), DESK)).toBe(leaf);
});

test('emits an event each time a cancellation is scheduled or undone', () => {
  const first = after(subscribedLeaf(), { cancel_at_period_end: true, canceled_at: SECONDS });
  expect(first.subscription?.cancelAt).toEqual(new Date(END * 1000));
  expect(kindsOf(first)).toEqual(['cancellation_set']);
  const undone = after(first);
  expect([undone.subscription?.cancelAt, kindsOf(undone)]).toEqual([null, ['cancellation_undone']]);
  const second = after(undone, { cancel_at: END, canceled_at: SECONDS + 5 });
  expect(kindsOf(second)).toEqual(['cancellation_set']);
  expect(second.news).not.toEqual(first.news);
});

test('emits one end event, marked as expected if it was scheduled before', () => {
  const ended = after(subscribedLeaf(), { status: 'canceled', ended_at: SECONDS });
  expect(ended.news).toMatchObject([{ kind: 'subscription_ended', expected: false }]);
  expect(kindsOf(after(ended, { status: 'canceled', ended_at: SECONDS }))).toEqual([]);
  const set = after(subscribedLeaf(), { cancel_at: END });
  expect(after(set, { status: 'canceled', ended_at: END }).news).toMatchObject([{ expected: true }]);
});

test('clears the failed invoice of an ended subscription', () => {
  const owing = subscribedLeaf({ status: 'past_due', failedInvoiceId: 'in_2', failedAt: NOON });
  expect(after(owing, { status: 'past_due' }).subscription).toMatchObject({ failedInvoiceId: 'in_2' });
  const ended = after(owing, { status: 'canceled', ended_at: SECONDS });
  expect(ended.subscription).toMatchObject({ status: 'canceled', failedInvoiceId: null });
});

test('fails the pending order of a subscription whose first payment failed, without an event', () => {
  const leaf = subscribedLeaf();
  const pending = { ...leaf, order: leaf.order && { ...leaf.order, state: 'pending' as const }, sales: [] };
  const failed = after(pending, { status: 'incomplete_expired', ended_at: SECONDS });
  expect([failed.order?.state, kindsOf(failed)]).toEqual(['failed', []]);
});

test('rejects another subscription with our attempt id', () => {
  expect(() => planSubscription(subscribedLeaf(), stripeSubscription({ id: 'sub_2' }), DESK)).toThrow(
    ForeignEvent,
  );
});
