import { expect, test } from 'vitest';

import type { WebhookDelivery } from '#domain/webhook-endpoint.ts';

import { getDeliveryBadge, isPending, formatOutcome } from './delivery-display.ts';

const delivery = (change: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: 'd1',
  messageId: 'm1',
  type: 'order.paid',
  orderNumber: 7,
  state: 'waiting',
  tries: 0,
  createdAt: '2026-11-21T10:00:00.000Z',
  nextTryAt: '2026-11-21T10:00:00.000Z',
  deliveredAt: null,
  lastStatus: null,
  lastProblem: null,
  ...change,
});

test('summarizes the outcome of a delivery in one line', () => {
  expect(formatOutcome(delivery({}))).toBe('Not tried yet');
  expect(formatOutcome(delivery({ state: 'held' }))).toBe('Waits for its turn');
  expect(formatOutcome(delivery({ state: 'delivered', tries: 1, lastStatus: 204 }))).toBe('Answered 204');
  expect(formatOutcome(delivery({ state: 'delivered', tries: 3, lastStatus: 200 }))).toBe('At the 3rd try');
  expect(formatOutcome(delivery({ state: 'delivered', tries: 11 }))).toBe('At the 11th try');
  expect(formatOutcome(delivery({ tries: 1, lastProblem: 'It answered 500.' }))).toBe('It answered 500 · 1 try');
});

test('distinguishes a delivery that is retried from a new one', () => {
  expect(getDeliveryBadge(delivery({})).label).toBe('On its way');
  expect(getDeliveryBadge(delivery({ tries: 2 })).label).toBe('To be tried again');
  expect(getDeliveryBadge(delivery({ state: 'failed', tries: 11 })).label).toBe('Failed');
});

test('polls often only while an attempt is due soon', () => {
  const now = new Date('2026-11-21T10:00:00.000Z');
  expect(isPending(delivery({}), now)).toBe(true);
  expect(isPending(delivery({ nextTryAt: '2026-11-21T12:00:00.000Z' }), now)).toBe(false);
  expect(isPending(delivery({ state: 'held' }), now)).toBe(false);
  expect(isPending(delivery({ state: 'delivered' }), now)).toBe(false);
});
