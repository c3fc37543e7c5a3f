import type { Analytics } from '#domain/analytics.ts';

import type { ChartView } from './chart-view.ts';
import type { Measure } from './measures.ts';
import { formatLongPoint } from './point-text.ts';

/** Date of a point, or of its comparison point if the period has not reached it yet. */
export function formatPointDate({ points, before, unit, isLastUnfinished }: ChartView, index: number): string {
  const point = points[index];
  if (point) {
    const suffix = isLastUnfinished && index === points.length - 1 ? ', so far' : '';
    return `${formatLongPoint(point.at, unit)}${suffix}`;
  }
  const comparisonPoint = before?.[index];
  return comparisonPoint ? `Before: ${formatLongPoint(comparisonPoint.at, unit)}` : '';
}

function describeMeasure(view: ChartView, measure: Measure, index: number): string {
  const [current, before] = [view.points[index], view.before?.[index]];
  const texts = [
    current && `${measure.label} ${measure.format(measure.getValue(current))}`,
    before && `${current ? 'before' : `${measure.label} before`} ${measure.format(measure.getValue(before))}`,
  ];
  return texts.filter(Boolean).join(', ');
}

/** Full description of a point for screen readers. */
export function describePoint(
  view: ChartView,
  measures: readonly Measure[],
  annotations: Analytics['notes'],
  index: number,
): string {
  const at = view.points[index]?.at;
  const publicationTexts = annotations
    .filter(({ point }) => point === at)
    .map(({ pageName, version }) => `${pageName}, version ${version} published`);
  const sentences = [
    formatPointDate(view, index),
    ...measures.map((measure) => describeMeasure(view, measure, index)),
    ...publicationTexts,
  ];
  return sentences.filter(Boolean).join('. ');
}
