import { useMemo } from 'react';

import type { Analytics } from '#domain/analytics.ts';

import type { Measure } from './chart-measures.ts';
import { getX } from './chart-scale.ts';
import { createChartView, CHART_PADDING, type ChartView } from './chart-view.ts';
import { describePoint } from './format-point.ts';

type Props = { analytics: Analytics; view: ChartView; upper: Measure; lower: Measure | null };

/** Focusable points of the chart for keyboards and screen readers: one tab stop, arrow keys move between points. */
export function ChartPoints({ analytics, view: { count, width, activeIndex }, upper, lower }: Props) {
  const labels = useMemo(() => {
    const view = createChartView(analytics, 0, null);
    const measures = lower ? [upper, lower] : [upper];
    return Array.from({ length: view.count }, (_, index) => describePoint(view, measures, analytics.notes, index));
  }, [analytics, upper, lower]);
  return labels.map((label, index) => (
    <span
      key={index}
      className="chart-point"
      role="img"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move between the points
      tabIndex={index === (activeIndex ?? count - 1) ? 0 : -1}
      style={{ left: CHART_PADDING.left + getX(index, count, width) }}
    />
  ));
}
