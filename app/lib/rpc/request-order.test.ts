import { expect, test } from 'vitest';

import { createRequestOrder } from './request-order.ts';

test('accepts a response unless a later request was answered before', () => {
  const startRequest = createRequestOrder();
  const [first, second, third] = [startRequest(), startRequest(), startRequest()];
  expect(second()).toBe(true);
  expect(first()).toBe(false);
  expect(third()).toBe(true);
});

test('accepts a response while a later request is pending', () => {
  const startRequest = createRequestOrder();
  const first = startRequest();
  startRequest();
  expect(first()).toBe(true);
});
