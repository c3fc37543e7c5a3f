import { expect, test } from 'vitest';

import { requestOrder } from './request-order.ts';

test('an answer is accepted unless a later request has been answered before it', () => {
  const startRequest = requestOrder();
  const [first, second, third] = [startRequest(), startRequest(), startRequest()];
  expect(second()).toBe(true);
  expect(first()).toBe(false);
  expect(third()).toBe(true);
});

test('an answer counts while a later request has none', () => {
  const startRequest = requestOrder();
  const first = startRequest();
  startRequest();
  expect(first()).toBe(true);
});
