import { expect, test } from 'vitest';

import { createAnalyticsMetrics } from '#app/testing/create-analytics.ts';

import { getMetricDisplay, METRICS, SECONDARY_METRICS, type MetricId } from './metrics.ts';

const emptyMetrics = createAnalyticsMetrics({
  views: 0,
  visitors: 0,
  started: 0,
  paid: 0,
  refunds: 0,
  money: [],
  usd: { received: 0, back: 0, net: 0, orderTotal: 0 },
});
const getValue = (id: MetricId, metrics = createAnalyticsMetrics()) => getMetricDisplay(id, metrics, null).value;
const values = (metrics = createAnalyticsMetrics()) =>
  Object.fromEntries(SECONDARY_METRICS.map((id) => [id, getValue(id, metrics)]));

test('calculates each metric by its definition', () => {
  expect(values()).toEqual({
    visitors: '120',
    views: '240',
    started: '20',
    paid: '12',
    conversion: '10.0%',
    average: '$49.00',
    refunds: '1',
  });
  expect(getValue('net')).toBe('$539.00');
  expect(getMetricDisplay('refunds', createAnalyticsMetrics(), null).amount).toBe(-4900);
});

test('has no conversion rate and no average without visitors and orders', () => {
  expect(values(emptyMetrics)).toMatchObject({ visitors: '0', conversion: '–', average: '–' });
});

test('explains a conversion rate above 100% instead of showing it', () => {
  const metrics = createAnalyticsMetrics({ visitors: 1, started: 6, paid: 6 });
  expect(getMetricDisplay('conversion', metrics, createAnalyticsMetrics())).toMatchObject({
    value: '–',
    note: 'More orders than counted visitors',
    change: null,
  });
  expect(getMetricDisplay('conversion', createAnalyticsMetrics({ visitors: 6, paid: 6 }), null)).toMatchObject({
    value: '100%',
    note: null,
  });
});

test('shows an increase of refunds as negative', () => {
  const getDisplay = (id: MetricId) =>
    getMetricDisplay(id, createAnalyticsMetrics({ refunds: 4 }), createAnalyticsMetrics());
  expect(SECONDARY_METRICS.filter((id) => getDisplay(id).isIncreaseBad)).toEqual(['refunds']);
  expect(getDisplay('refunds').change?.direction).toBe('up');
});

test('shows every metric', () => {
  expect(['net', ...SECONDARY_METRICS].toSorted()).toEqual(Object.keys(METRICS).toSorted());
});
