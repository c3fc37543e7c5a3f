import type { Analytics } from '#domain/analytics.ts';

import type { ChartView } from './chart-view.ts';
import type { Measure } from './measures.ts';
import { longPoint } from './point-text.ts';

/** When the place that is read was, or what it is laid beside where the period has not come so far. */
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

/** All that stands at a place, in one breath. */
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
