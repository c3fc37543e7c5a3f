import type { AnalyticsPoint, AnalyticsMetrics } from '#domain/analytics.ts';

import { formatShortCount, formatShortUsd } from './format-usd.ts';
import { METRICS } from './metrics.ts';

export const MEASURE_IDS = ['visitors', 'views', 'started', 'paid', 'net'] as const;
export type MeasureId = (typeof MEASURE_IDS)[number];

/** A metric that has a value for each point of the chart. */
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

export const MEASURES: readonly Measure[] = MEASURE_IDS.map((id) => ({
  id,
  label: METRICS[id].name,
  getValue: (point) => point[id],
  getTotal: METRICS[id].getValue,
  format: METRICS[id].format,
  formatShort: id === 'net' ? formatShortUsd : formatShortCount,
}));

export function getMeasure(id: MeasureId): Measure {
  const measure = MEASURES.find((candidate) => candidate.id === id);
  if (!measure) throw new RangeError(`No measure ${id}`);
  return measure;
}
