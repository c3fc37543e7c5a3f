import { expect, test } from 'vitest';

import type { WebhookDelivery } from '#domain/webhook-endpoint.ts';

import { deliveryLook, isUnderWay, outcomeText } from './delivery-look.ts';

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
  expect(outcomeText(delivery({}))).toBe('Not tried yet');
  expect(outcomeText(delivery({ state: 'held' }))).toBe('Waits for its turn');
  expect(outcomeText(delivery({ state: 'delivered', tries: 1, lastStatus: 204 }))).toBe('Answered 204');
  expect(outcomeText(delivery({ state: 'delivered', tries: 3, lastStatus: 200 }))).toBe('At the 3rd try');
  expect(outcomeText(delivery({ state: 'delivered', tries: 11 }))).toBe('At the 11th try');
  expect(outcomeText(delivery({ tries: 1, lastProblem: 'It answered 500.' }))).toBe(
    'It answered 500 · 1 try',
  );
});

test('distinguishes a delivery that is retried from a new one', () => {
  expect(deliveryLook(delivery({})).label).toBe('On its way');
  expect(deliveryLook(delivery({ tries: 2 })).label).toBe('To be tried again');
  expect(deliveryLook(delivery({ state: 'failed', tries: 11 })).label).toBe('Failed');
});

test('polls often only while an attempt is due soon', () => {
  const now = new Date('2026-11-21T10:00:00.000Z');
  expect(isUnderWay(delivery({}), now)).toBe(true);
  expect(isUnderWay(delivery({ nextTryAt: '2026-11-21T12:00:00.000Z' }), now)).toBe(false);
  expect(isUnderWay(delivery({ state: 'held' }), now)).toBe(false);
  expect(isUnderWay(delivery({ state: 'delivered' }), now)).toBe(false);
});
