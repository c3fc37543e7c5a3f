import { expect, test } from 'vitest';

import { METRIC_DEFINITIONS } from './metric-definitions.ts';
import { getMetrics, getRevenueMetric } from './metrics.ts';
import { createAnalyticsMetrics } from './testing-analytics.ts';

const emptyMetrics = createAnalyticsMetrics({
  views: 0,
  visitors: 0,
  started: 0,
  paid: 0,
  refunds: 0,
  money: [],
  usd: { received: 0, back: 0, net: 0, orderTotal: 0 },
});
const values = (metrics = createAnalyticsMetrics()) =>
  Object.fromEntries(getMetrics(metrics, null).map(({ id, value }) => [id, value.replace('\u00a0', ' ')]));

test('calculates each metric by its definition', () => {
  expect(values()).toEqual({
    visitors: '120',
    views: '240',
    started: '20',
    paid: '12',
    conversion: '10.0 %',
    average: '$49.00',
    refunds: '1',
  });
  expect(getRevenueMetric(createAnalyticsMetrics(), null).value).toBe('$539.00');
  expect(getMetrics(createAnalyticsMetrics(), null).find(({ id }) => id === 'refunds')?.amount).toBe(-4900);
});

test('has no conversion rate and no average without visitors and orders', () => {
  expect(values(emptyMetrics)).toMatchObject({ visitors: '0', conversion: '–', average: '–' });
});

test('shows an increase of refunds as negative', () => {
  const list = getMetrics(createAnalyticsMetrics({ refunds: 4 }), createAnalyticsMetrics());
  expect(list.filter(({ isIncreaseBad }) => isIncreaseBad).map(({ id }) => id)).toEqual(['refunds']);
  expect(list.find(({ id }) => id === 'refunds')?.change?.direction).toBe('up');
});

test('has a definition for every metric', () => {
  const shown = [getRevenueMetric(emptyMetrics, null), ...getMetrics(emptyMetrics, null)].map(({ id }) => id);
  expect(shown.toSorted()).toEqual(Object.keys(METRIC_DEFINITIONS).toSorted());
});
