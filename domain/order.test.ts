import { expect, test } from 'vitest';

import { MODES } from './mode.ts';
import { ORDER_STATES } from './order.ts';

test('the states of an order stand in the order in which they follow', () => {
  expect(ORDER_STATES).toEqual(['pending', 'failed', 'paid', 'partly_refunded', 'refunded']);
});

test('money comes from the sandbox, from test mode or from live mode', () => {
  expect(MODES).toEqual(['sandbox', 'test', 'live']);
});
