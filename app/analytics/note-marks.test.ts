import { expect, test } from 'vitest';

import type { AnalyticsNote } from '#domain/analytics.ts';

import { noteMarks, noteTitle, shownChanges } from './note-marks.ts';

const points = ['2026-11-18', '2026-11-19', '2026-11-20'].map((at) => ({
  at,
  views: 0,
  visitors: 0,
  started: 0,
  paid: 0,
  net: 0,
}));
const note = (point: string, version: number, at = `${point}T10:00:00Z`): AnalyticsNote => ({
  at,
  point,
  pageId: 'p',
  pageName: 'Throwing Taller',
  version,
  changes: ['Price: $49 → $59'],
});
const marksAt = (notes: AnalyticsNote[], width: number) =>
  noteMarks({ notes, points }, (place) => (place * width) / 2, 28).map((mark) => ({
    x: mark.x,
    versions: mark.notes.map(({ version }) => version),
  }));

test('places annotations under their day and merges close ones into one marker', () => {
  const notes = [note('2026-11-20', 4), note('2026-11-18', 2), note('2026-11-18', 1, '2026-11-18T08:00:00Z')];
  expect(marksAt(notes, 100)).toEqual([
    { x: 0, versions: [1, 2] },
    { x: 100, versions: [4] },
  ]);
  expect(marksAt(notes, 20)).toEqual([{ x: 0, versions: [1, 2, 4] }]);
});

test('omits an annotation without a point', () => {
  expect(marksAt([note('2026-01-01', 1)], 100)).toEqual([]);
});

test('truncates long change lists and says so', () => {
  const changes = Array.from({ length: 9 }, (_, place) => `Change ${place}`);
  const shown = shownChanges({ ...note('2026-11-20', 12), changes });
  expect(shown).toHaveLength(6);
  expect(shown.at(-1)).toBe('and 4 more changes');
  expect(noteTitle(note('2026-11-20', 12))).toBe('Version 12 published');
});
