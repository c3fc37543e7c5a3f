import { expect, test } from 'vitest';

import type { OrderResource } from '#domain/api-resources/order-resources.ts';
import type { OrderEventKind } from '#domain/order-event.ts';

import { describeOrderEvent, describeStartedSubscription } from './event-sentences.ts';

const createOrder = (change: Partial<OrderResource>): OrderResource =>
  ({
    productName: 'Kiln Club',
    number: 7,
    currency: 'USD',
    amounts: { total: 10_500 },
    lineItems: [],
    paymentPlan: null,
    subscription: null,
    ...change,
  }) as unknown as OrderResource;

const createPlan = (state: 'running' | 'overdue' | 'complete' | 'ended_early') =>
  createOrder({ paymentPlan: { count: 3, paid: 1, state, nextAt: null } });

const describeEvent = (kind: OrderEventKind, order: OrderResource) =>
  describeOrderEvent({ kind, key: kind, facts: {}, at: new Date() }, order);

test('speaks of payments and not of renewals where an order is paid in installments', () => {
  expect(describeStartedSubscription(createPlan('running'))).toBe(
    'A payment plan for “Kiln Club” (order No. 7) started.',
  );
  expect(describeEvent('renewed', createPlan('running'))).toBe(
    'The next payment of $105.00 USD for “Kiln Club” (order No. 7) was made.',
  );
  expect(describeEvent('renewal_failed', createPlan('overdue'))).toMatch(/^The next payment of .* failed\.$/);
  expect(describeEvent('subscription_ended', createPlan('complete'))).toMatch(/^All payments for /);
  expect(describeEvent('subscription_ended', createPlan('ended_early'))).toMatch(/ended before its last payment\.$/);
  expect(describeEvent('paid', createPlan('running'))).toMatch(/^Sold /);
});

test('says that a subscription begins with a free trial', () => {
  const subscription = { trialEndsAt: '2026-12-13T09:31:00.000Z' } as OrderResource['subscription'];
  expect(describeStartedSubscription(createOrder({ subscription }))).toMatch(/^A free trial of /);
  expect(describeStartedSubscription(createOrder({}))).toMatch(/^A subscription to /);
});
