import { expect, test } from 'vitest';

import { WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';

import { EVENT_GROUPS, formatEvents } from './event-groups.ts';

test('puts every event into one named group', () => {
  expect(EVENT_GROUPS.flatMap(({ events }) => events)).toEqual(WEBHOOK_EVENT_TYPES);
  for (const { label } of EVENT_GROUPS) expect(label).toMatch(/^[A-Z]/);
});

test('summarizes the subscribed events in one line', () => {
  expect(formatEvents([])).toBe('All events');
  expect(formatEvents(['order.paid'])).toBe('order.paid');
  expect(formatEvents(['page.published', 'page.unpublished', 'refund.requested'])).toBe(
    `3 of ${WEBHOOK_EVENT_TYPES.length} events`,
  );
  const [orders] = EVENT_GROUPS;
  expect(formatEvents(orders?.events ?? [])).toBe('Orders');
});
