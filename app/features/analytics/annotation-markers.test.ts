import { expect, test } from 'vitest';

import type { ChartAnnotation } from '#domain/analytics.ts';

import { groupAnnotations } from './annotation-markers.ts';
import { getAnnotationTitle, getListedChanges } from './chart-annotations.tsx';

const points = ['2026-11-18', '2026-11-19', '2026-11-20'].map((at) => ({
  at,
  views: 0,
  visitors: 0,
  started: 0,
  paid: 0,
  net: 0,
  units: 0,
}));
const createAnnotation = (point: string, version: number, at = `${point}T10:00:00Z`): ChartAnnotation => ({
  at,
  point,
  pageId: 'p',
  pageName: 'Throwing Taller',
  version,
  changes: ['Price: $49 → $59'],
});
const getMarkersAt = (notes: ChartAnnotation[], width: number) =>
  groupAnnotations({ notes, points }, (index) => (index * width) / 2, 28).map((marker) => ({
    x: marker.x,
    versions: marker.annotations.map(({ version }) => version),
  }));

test('places annotations under their day and merges close ones into one marker', () => {
  const notes = [
    createAnnotation('2026-11-20', 4),
    createAnnotation('2026-11-18', 2),
    createAnnotation('2026-11-18', 1, '2026-11-18T08:00:00Z'),
  ];
  expect(getMarkersAt(notes, 100)).toEqual([
    { x: 0, versions: [1, 2] },
    { x: 100, versions: [4] },
  ]);
  expect(getMarkersAt(notes, 20)).toEqual([{ x: 0, versions: [1, 2, 4] }]);
});

test('omits an annotation without a point', () => {
  expect(getMarkersAt([createAnnotation('2026-01-01', 1)], 100)).toEqual([]);
});

test('truncates long change lists and says so', () => {
  const changes = Array.from({ length: 9 }, (_, index) => `Change ${index}`);
  const shown = getListedChanges({ ...createAnnotation('2026-11-20', 12), changes });
  expect(shown).toHaveLength(6);
  expect(shown.at(-1)).toBe('and 4 more changes');
  expect(getAnnotationTitle(createAnnotation('2026-11-20', 12))).toBe('Version 12 published');
});
