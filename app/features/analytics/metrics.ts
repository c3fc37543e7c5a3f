import { formatCount } from '#app/components/utils/format.ts';
import { getConversionRate, type AnalyticsMetrics } from '#domain/analytics.ts';

import { compareValues, calculateShare, formatShare, type MetricChangeValue } from './compare-values.ts';
import { formatUsd } from './format-usd.ts';

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
};

function getAverageOrder({ usd, money }: AnalyticsMetrics): number | null {
  const orderCount = money.reduce((sum, { orders }) => sum + orders, 0);
  const average = calculateShare(usd.orderTotal, orderCount);
  return average === null ? null : Math.round(average);
}

export const METRICS = {
  net: {
    name: 'Revenue',
    meaning:
      'What buyers paid in these days, renewals too, less what of just this money went back since. A refund lowers the day of its payment, not its own. It is read from your order book; visits play no part in it.',
    formula:
      'Received − refunded − lost to disputes. Each currency by itself; in US dollars by the rate at which each payment was recorded.',
    getValue: ({ usd }) => usd.net,
    format: formatUsd,
  },
  visitors: {
    name: 'Visitors',
    meaning:
      'Different people who saw a page, as far as that can be told without cookies: one browser on one network counts once a day. Somebody who comes on two days is counted twice.',
    formula: 'Sum of the different visitors of each day. Over all pages, each person counts once a day.',
    getValue: ({ visitors }) => visitors,
    format: formatCount,
  },
  views: {
    name: 'Views',
    meaning: 'How often a page was seen, reloads included. Bots that say so are left out.',
    formula: 'Number of times that a published page was shown.',
    getValue: ({ views }) => views,
    format: formatCount,
  },
  started: {
    name: 'Checkouts started',
    meaning: 'How often the pay button led to Stripe’s page. Who comes back later and presses again starts again.',
    formula: 'Number of payment pages opened in these days.',
    getValue: ({ started }) => started,
    format: formatCount,
  },
  paid: {
    name: 'Orders paid',
    meaning:
      'Orders whose first payment arrived in these days, and those that cost nothing. Renewals are no new orders. A later refund takes nothing away here.',
    formula: 'Number of orders, by the moment of their first payment.',
    getValue: ({ paid }) => paid,
    format: formatCount,
  },
  conversion: {
    name: 'Conversion',
    meaning: 'Of a hundred visitors, how many bought.',
    formula: 'Orders paid ÷ visitors.',
    getValue: getConversionRate,
    format: formatShare,
    kind: 'share',
  },
  average: {
    name: 'Average order',
    meaning: 'What an order came to at its first payment, after coupons and before refunds.',
    formula: 'Total of the orders paid ÷ their number, in US dollars.',
    getValue: getAverageOrder,
    format: formatUsd,
  },
  refunds: {
    name: 'Refunds',
    meaning:
      'How many of the payments of these days were given back, all or in part, and what went back of them, lost disputes included.',
    formula: 'Number of payments with a refund; refunded + lost, in US dollars.',
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
};

export function getMetricDisplay(
  id: MetricId,
  current: AnalyticsMetrics,
  previous: AnalyticsMetrics | null,
): MetricDisplay {
  const { getValue, format, kind, isIncreaseBad = false, getAmount }: Metric = METRICS[id];
  const value = getValue(current);
  return {
    value: value === null ? '–' : format(value),
    change: previous && compareValues(value, getValue(previous), format, kind),
    isIncreaseBad,
    amount: getAmount?.(current) ?? 0,
  };
}
