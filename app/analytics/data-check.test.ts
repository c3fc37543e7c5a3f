import { expect, test } from 'vitest';

import { NO_WISH } from './analytics-wish.ts';
import { ordersPath } from './data-check.tsx';
import { someAnalytics } from './testing-analytics.ts';

test('links to the orders of the same days', () => {
  expect(ordersPath(someAnalytics(), NO_WISH)).toBe('/orders?from=2026-11-18&to=2026-11-20');
  expect(ordersPath(someAnalytics(), { ...NO_WISH, period: 'all', pageId: 'p' })).toBe('/orders?product=p');
  expect(ordersPath(someAnalytics(), { ...NO_WISH, period: 'all' })).toBe('/orders');
});
