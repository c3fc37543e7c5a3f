import type { AnalyticsPoint, Figures } from '#domain/analytics.ts';

import { countText } from '#app/ui/count-text.ts';

import { shortCount, shortUsd, usdText } from './usd-text.ts';

export const MEASURE_IDS = ['visitors', 'views', 'started', 'paid', 'net'] as const;
export type MeasureId = (typeof MEASURE_IDS)[number];

/** A measure of the chart. */
export type Measure = {
  id: MeasureId;
  label: string;
  valueOf: (point: AnalyticsPoint) => number;
  /** Value of the whole period: visitors cannot be summed from the points. */
  totalOf: (figures: Figures) => number;
  text: (value: number) => string;
  /** Short format for the axis. */
  shortText: (value: number) => string;
};

const counted = (id: Exclude<MeasureId, 'net'>, label: string): Measure => ({
  id,
  label,
  valueOf: (point) => point[id],
  totalOf: (figures) => figures[id],
  text: countText,
  shortText: shortCount,
});

export const MEASURES: readonly Measure[] = [
  counted('visitors', 'Visitors'),
  counted('views', 'Views'),
  counted('started', 'Checkouts started'),
  counted('paid', 'Orders paid'),
  {
    id: 'net',
    label: 'Revenue',
    valueOf: ({ net }) => net,
    totalOf: ({ usd }) => usd.net,
    text: usdText,
    shortText: shortUsd,
  },
];

export function measureOf(id: MeasureId): Measure {
  const measure = MEASURES.find((one) => one.id === id);
  if (!measure) throw new RangeError(`No measure ${id}`);
  return measure;
}
