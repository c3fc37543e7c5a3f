import type { Analytics, AnalyticsNote } from '#domain/analytics.ts';

/** A marker for one or more adjacent annotations; `x` is that of the first. */
export type NoteMark = { x: number; notes: AnalyticsNote[] };

/** Groups annotations into markers with at least `minDistance` pixels between them; `getX` maps a point's index to x. */
export function noteMarks(
  { notes, points }: Pick<Analytics, 'notes' | 'points'>,
  xOf: (place: number) => number,
  apart: number,
): NoteMark[] {
  const places = new Map(points.map(({ at }, place) => [at, place]));
  const placed = notes
    .flatMap((note) => {
      const place = places.get(note.point);
      return place === undefined ? [] : [{ x: xOf(place), note }];
    })
    .sort((a, b) => a.x - b.x || (a.note.at < b.note.at ? -1 : 1));
  const marks: NoteMark[] = [];
  for (const { x, note } of placed) {
    const last = marks.at(-1);
    if (last && x - last.x < apart) last.notes.push(note);
    else marks.push({ x, notes: [note] });
  }
  return marks;
}

/** `Version 12 published`. */
export const noteTitle = ({ version }: AnalyticsNote): string => `Version ${version} published`;

const SHOWN = 6;

/** Changes of an annotation, truncated with the number of further ones. */
export function shownChanges({ changes }: AnalyticsNote): string[] {
  if (changes.length <= SHOWN) return changes;
  return [...changes.slice(0, SHOWN - 1), `and ${changes.length - SHOWN + 1} more changes`];
}
