import { formatCount } from '#app/components/utils/format.ts';
import { getConversionRate, type AnalyticsMetrics } from '#domain/analytics.ts';

import { compareValues, calculateShare, formatShare, type MetricChangeValue } from './compare-values.ts';
import { formatUsd } from './format-usd.ts';
import type { MetricId } from './metric-definitions.ts';

export type MetricDisplay = {
  id: MetricId;
  value: string;
  change: MetricChangeValue | null;
  /** An increase is negative. */
  isIncreaseBad?: true;
  /** Amount that belongs to the count, in US cents. */
  amount?: number;
};

type MetricSource = {
  id: MetricId;
  getValue: (metrics: AnalyticsMetrics) => number | null;
  format: (value: number) => string;
  kind?: 'share';
  isIncreaseBad?: true;
  amount?: (metrics: AnalyticsMetrics) => number;
};

const countOrders = ({ money }: AnalyticsMetrics): number => money.reduce((sum, { orders }) => sum + orders, 0);

const METRIC_SOURCES: readonly MetricSource[] = [
  { id: 'visitors', getValue: ({ visitors }) => visitors, format: formatCount },
  { id: 'views', getValue: ({ views }) => views, format: formatCount },
  { id: 'started', getValue: ({ started }) => started, format: formatCount },
  { id: 'paid', getValue: ({ paid }) => paid, format: formatCount },
  { id: 'conversion', getValue: getConversionRate, format: formatShare, kind: 'share' },
  {
    id: 'average',
    getValue: (metrics) => {
      const average = calculateShare(metrics.usd.orderTotal, countOrders(metrics));
      return average === null ? null : Math.round(average);
    },
    format: formatUsd,
  },
  {
    id: 'refunds',
    getValue: ({ refunds }) => refunds,
    format: formatCount,
    isIncreaseBad: true,
    amount: ({ usd }) => -usd.back,
  },
];

const REVENUE_SOURCE: MetricSource = { id: 'net', getValue: ({ usd }) => usd.net, format: formatUsd };

function toMetricDisplay(
  source: MetricSource,
  current: AnalyticsMetrics,
  previous: AnalyticsMetrics | null,
): MetricDisplay {
  const value = source.getValue(current);
  return {
    id: source.id,
    value: value === null ? '–' : source.format(value),
    change: previous && compareValues(value, source.getValue(previous), source.format, source.kind),
    ...(source.isIncreaseBad && { isIncreaseBad: source.isIncreaseBad }),
    ...(source.amount && { amount: source.amount(current) }),
  };
}

/** The main metric of the page. */
export const getRevenueMetric = (current: AnalyticsMetrics, previous: AnalyticsMetrics | null): MetricDisplay =>
  toMetricDisplay(REVENUE_SOURCE, current, previous);

export const getMetrics = (current: AnalyticsMetrics, previous: AnalyticsMetrics | null): MetricDisplay[] =>
  METRIC_SOURCES.map((source) => toMetricDisplay(source, current, previous));
