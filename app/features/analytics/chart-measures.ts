import { formatCount } from '#app/components/utils/format.ts';
import type { AnalyticsPoint, AnalyticsMetrics } from '#domain/analytics.ts';

import { formatShortCount, formatShortUsd, formatUsd } from './format-usd.ts';

export const MEASURE_IDS = ['visitors', 'views', 'started', 'paid', 'net'] as const;
export type MeasureId = (typeof MEASURE_IDS)[number];

/** A measure of the chart. */
export type Measure = {
  id: MeasureId;
  label: string;
  getValue: (point: AnalyticsPoint) => number;
  /** Value of the whole period: visitors cannot be summed from the points. */
  getTotal: (metrics: AnalyticsMetrics) => number;
  format: (value: number) => string;
  /** Short format for the axis. */
  formatShort: (value: number) => string;
};

const createCountMeasure = (id: Exclude<MeasureId, 'net'>, label: string): Measure => ({
  id,
  label,
  getValue: (point) => point[id],
  getTotal: (metrics) => metrics[id],
  format: formatCount,
  formatShort: formatShortCount,
});

export const MEASURES: readonly Measure[] = [
  createCountMeasure('visitors', 'Visitors'),
  createCountMeasure('views', 'Views'),
  createCountMeasure('started', 'Checkouts started'),
  createCountMeasure('paid', 'Orders paid'),
  {
    id: 'net',
    label: 'Revenue',
    getValue: ({ net }) => net,
    getTotal: ({ usd }) => usd.net,
    format: formatUsd,
    formatShort: formatShortUsd,
  },
];

export function getMeasure(id: MeasureId): Measure {
  const measure = MEASURES.find((candidate) => candidate.id === id);
  if (!measure) throw new RangeError(`No measure ${id}`);
  return measure;
}
