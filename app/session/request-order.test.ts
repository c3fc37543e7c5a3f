import { expect, test } from 'vitest';

import { requestOrder } from './request-order.ts';

test('accepts a response unless a later request was answered before', () => {
  const startRequest = requestOrder();
  const [first, second, third] = [startRequest(), startRequest(), startRequest()];
  expect(second()).toBe(true);
  expect(first()).toBe(false);
  expect(third()).toBe(true);
});

test('accepts a response while a later request is pending', () => {
  const startRequest = requestOrder();
  const first = startRequest();
  startRequest();
  expect(first()).toBe(true);
});
