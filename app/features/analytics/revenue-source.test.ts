import { expect, test } from 'vitest';

import { createAnalytics } from '#app/testing/create-analytics.ts';

import { getOrdersPath } from './analytics-page.tsx';
import { DEFAULT_PARAMS } from './analytics-params.ts';

test('links to the orders of the same days', () => {
  expect(getOrdersPath(createAnalytics(), DEFAULT_PARAMS)).toBe('/orders?from=2026-11-18&to=2026-11-20');
  expect(getOrdersPath(createAnalytics(), { ...DEFAULT_PARAMS, period: 'all', pageId: 'p' })).toBe('/orders?product=p');
  expect(getOrdersPath(createAnalytics(), { ...DEFAULT_PARAMS, period: 'all' })).toBe('/orders');
});
