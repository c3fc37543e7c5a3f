import { expect, test } from 'vitest';

import { ORDER_STATES } from './order.ts';
import { MODES } from './payment-mode.ts';

test('lists the order states in the order in which they follow', () => {
  expect(ORDER_STATES).toEqual(['pending', 'failed', 'paid', 'partly_refunded', 'refunded']);
});

test('distinguishes sandbox, test and live mode', () => {
  expect(MODES).toEqual(['sandbox', 'test', 'live']);
});
