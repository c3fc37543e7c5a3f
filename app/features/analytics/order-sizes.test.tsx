import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createAnalyticsMetrics } from '#app/testing/create-analytics.ts';
import type { AnalyticsMetrics } from '#domain/analytics.ts';

import { OrderSizes } from './order-sizes.tsx';

const listTexts = (change: Partial<AnalyticsMetrics>): string[] =>
  [
    ...renderToStaticMarkup(<OrderSizes metrics={createAnalyticsMetrics(change)} />).matchAll(
      /<dt>([^<]+)<\/dt><dd[^>]*>([^<]+)</g,
    ),
  ].map(([, name, value]) => `${name}: ${value}`);

test('shows units and the value of extras only to sellers who have such orders', () => {
  expect(listTexts({})).toEqual([]);
  expect(listTexts({ units: { orders: 4, units: 13, several: 3 } })).toEqual([
    'Units sold: 13',
    'Average quantity: 3.3',
    'More than one unit: 75.0%',
  ]);
  const extras = { with: { orders: 2, usdTotal: 9930 }, without: { orders: 0, usdTotal: 0 } };
  expect(listTexts({ extras })).toEqual(['Average order with extras: $49.65', 'Average order without extras: –']);
});
