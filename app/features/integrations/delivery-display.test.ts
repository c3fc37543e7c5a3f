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
  expect(formatOutcome(delivery({}))).toBe('No attempts yet');
  expect(formatOutcome(delivery({ state: 'blocked' }))).toBe('Waiting for an earlier event');
  expect(formatOutcome(delivery({ state: 'delivered', tries: 1, lastStatus: 204 }))).toBe('Status 204');
  expect(formatOutcome(delivery({ state: 'delivered', tries: 3, lastStatus: 200 }))).toBe('Delivered after 3 attempts');
  expect(formatOutcome(delivery({ state: 'delivered', tries: 11 }))).toBe('Delivered after 11 attempts');
  expect(formatOutcome(delivery({ tries: 1, lastProblem: 'It answered 500.' }))).toBe('It answered 500 · 1 attempt');
});

test('distinguishes a delivery that is retried from a new one', () => {
  expect(getDeliveryBadge(delivery({})).label).toBe('Pending');
  expect(getDeliveryBadge(delivery({ tries: 2 })).label).toBe('Retrying');
  expect(getDeliveryBadge(delivery({ state: 'failed', tries: 11 })).label).toBe('Failed');
});

test('polls often only while an attempt is due soon', () => {
  const now = new Date('2026-11-21T10:00:00.000Z');
  expect(isPending(delivery({}), now)).toBe(true);
  expect(isPending(delivery({ nextTryAt: '2026-11-21T12:00:00.000Z' }), now)).toBe(false);
  expect(isPending(delivery({ state: 'blocked' }), now)).toBe(false);
  expect(isPending(delivery({ state: 'delivered' }), now)).toBe(false);
});
