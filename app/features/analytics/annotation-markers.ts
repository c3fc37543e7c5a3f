import type { Analytics, ChartAnnotation } from '#domain/analytics.ts';

/** A marker for one or more adjacent annotations; `x` is that of the first. */
export type AnnotationMarkerData = { x: number; annotations: ChartAnnotation[] };

/** Groups annotations into markers with at least `minDistance` pixels between them; `getX` maps a point's index to x. */
export function groupAnnotations(
  { notes, points }: Pick<Analytics, 'notes' | 'points'>,
  getX: (index: number) => number,
  minDistance: number,
): AnnotationMarkerData[] {
  const indexByTime = new Map(points.map(({ at }, index) => [at, index]));
  const positioned = notes
    .flatMap((annotation) => {
      const index = indexByTime.get(annotation.point);
      return index === undefined ? [] : [{ x: getX(index), annotation }];
    })
    .sort((a, b) => a.x - b.x || (a.annotation.at < b.annotation.at ? -1 : 1));
  const markers: AnnotationMarkerData[] = [];
  for (const { x, annotation } of positioned) {
    const last = markers.at(-1);
    if (last && x - last.x < minDistance) last.annotations.push(annotation);
    else markers.push({ x, annotations: [annotation] });
  }
  return markers;
}
