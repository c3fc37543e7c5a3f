import { formatCount } from '#app/components/utils/reader-formats.ts';
import { formatUsd } from '#app/lib/format-money.ts';
import { analyticsMessages, metricMessages } from '#content/messages/analytics.ts';
import { getConversionRate, hasUncountedVisitors, type AnalyticsMetrics } from '#domain/analytics.ts';

import { compareValues, calculateShare, formatShare, type MetricChangeValue } from './compare-values.ts';

type Metric = {
  name: string;
  /** Definition, shown in a popover beside the metric. */
  meaning: string;
  formula: string;
  /** Null if the value is unknown. */
  getValue: (metrics: AnalyticsMetrics) => number | null;
  format: (value: number) => string;
  kind?: 'share';
  isIncreaseBad?: boolean;
  /** Amount that belongs to the count, in US cents. */
  getAmount?: (metrics: AnalyticsMetrics) => number;
  /** Explains a value that is left out. */
  getNote?: (metrics: AnalyticsMetrics) => string | null;
};

function getAverageOrder({ usd, money }: AnalyticsMetrics): number | null {
  const orderCount = money.reduce((sum, { orders }) => sum + orders, 0);
  const average = calculateShare(usd.orderTotal, orderCount);
  return average === null ? null : Math.round(average);
}

export const METRICS = {
  net: {
    ...metricMessages.net,
    getValue: ({ usd }) => usd.net,
    format: formatUsd,
  },
  visitors: {
    ...metricMessages.visitors,
    getValue: ({ visitors }) => visitors,
    format: formatCount,
  },
  views: {
    ...metricMessages.views,
    getValue: ({ views }) => views,
    format: formatCount,
  },
  started: {
    ...metricMessages.started,
    getValue: ({ started }) => started,
    format: formatCount,
  },
  paid: {
    ...metricMessages.paid,
    getValue: ({ paid }) => paid,
    format: formatCount,
  },
  conversion: {
    ...metricMessages.conversion,
    getValue: getConversionRate,
    format: formatShare,
    kind: 'share',
    getNote: (metrics) => (hasUncountedVisitors(metrics) ? analyticsMessages.metricsCard.uncountedVisitors : null),
  },
  average: {
    ...metricMessages.average,
    getValue: getAverageOrder,
    format: formatUsd,
  },
  refunds: {
    ...metricMessages.refunds,
    getValue: ({ refunds }) => refunds,
    format: formatCount,
    isIncreaseBad: true,
    getAmount: ({ usd }) => -usd.back,
  },
} as const satisfies Record<string, Metric>;

export type MetricId = keyof typeof METRICS;

/** The metrics beside the revenue. */
export const SECONDARY_METRICS: readonly MetricId[] = [
  'visitors',
  'views',
  'started',
  'paid',
  'conversion',
  'average',
  'refunds',
];

export type MetricDisplay = {
  value: string;
  change: MetricChangeValue | null;
  isIncreaseBad: boolean;
  /** In US cents; 0 for a metric without an amount. */
  amount: number;
  /** Why the value is left out; null if it is shown. */
  note: string | null;
};

export function getMetricDisplay(
  id: MetricId,
  current: AnalyticsMetrics,
  previous: AnalyticsMetrics | null,
): MetricDisplay {
  const { getValue, format, kind, isIncreaseBad = false, getAmount, getNote }: Metric = METRICS[id];
  const value = getValue(current);
  return {
    value: value === null ? '–' : format(value),
    change: previous && compareValues(value, getValue(previous), format, kind),
    isIncreaseBad,
    amount: getAmount?.(current) ?? 0,
    note: getNote?.(current) ?? null,
  };
}
