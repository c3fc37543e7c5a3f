import type { Analytics } from '#domain/analytics.ts';

import type { ChartView } from './chart-view.ts';
import type { Measure } from './measures.ts';
import { longPoint } from './point-text.ts';

/** Date of a point, or of its comparison point if the period has not reached it yet. */
export function whenText({ points, before, unit, unfinished }: ChartView, place: number): string {
  const point = points[place];
  if (point) {
    const soFar = unfinished && place === points.length - 1 ? ', so far' : '';
    return `${longPoint(point.at, unit)}${soFar}`;
  }
  const other = before?.[place];
  return other ? `Before: ${longPoint(other.at, unit)}` : '';
}

function measureText(view: ChartView, measure: Measure, place: number): string {
  const [now, before] = [view.points[place], view.before?.[place]];
  const words = [
    now && `${measure.label} ${measure.text(measure.valueOf(now))}`,
    before && `${now ? 'before' : `${measure.label} before`} ${measure.text(measure.valueOf(before))}`,
  ];
  return words.filter(Boolean).join(', ');
}

/** Full description of a point for screen readers. */
export function readingText(
  view: ChartView,
  measures: readonly Measure[],
  notes: Analytics['notes'],
  place: number,
): string {
  const at = view.points[place]?.at;
  const said = notes
    .filter(({ point }) => point === at)
    .map(({ pageName, version }) => `${pageName}, version ${version} published`);
  const parts = [whenText(view, place), ...measures.map((one) => measureText(view, one, place)), ...said];
  return parts.filter(Boolean).join('. ');
}
