import { expect, test } from 'vitest';

import { whichToForget } from './which-to-forget.ts';

const HOUR_MS = 3_600_000;
/** A Saturday. */
const NOW = new Date('2026-11-21T09:30:00Z');
const ago = (hours: number) => ({ at: new Date(NOW.getTime() - hours * HOUR_MS) });
const told = (list: readonly { at: Date }[]) => list.map(({ at }) => at.toISOString().slice(0, 16));

test('keeps a day of hours, a week of days and four weeks of a year of hourly backups', () => {
  const all = Array.from({ length: 365 * 24 }, (_, hours) => ago(hours));
  const forgotten = new Set(whichToForget(all, NOW));
  const kept = all.filter((one) => !forgotten.has(one));
  expect(told(kept).slice(0, 24)).toEqual(told(all).slice(0, 24));
  expect(told(kept).slice(24)).toEqual([
    '2026-11-19T23:30',
    '2026-11-18T23:30',
    '2026-11-17T23:30',
    '2026-11-16T23:30',
    '2026-11-15T23:30',
    '2026-11-08T23:30',
    '2026-11-01T23:30',
  ]);
});

test('deletes nothing more on a second run, and leaves no week out over time', () => {
  let kept: { at: Date }[] = [];
  for (let hours = 90 * 24; hours >= 0; hours--) {
    const now = ago(hours).at;
    kept.push({ at: now });
    const forgotten = new Set(whichToForget(kept, now));
    kept = kept.filter((one) => !forgotten.has(one));
  }
  expect(whichToForget(kept, new Date(NOW.getTime() + 60_000))).toEqual([]);
  const ages = kept.map(({ at }) => (NOW.getTime() - at.getTime()) / HOUR_MS / 24);
  expect(kept).toHaveLength(31);
  expect(Math.max(...ages)).toBeGreaterThan(14);
});

test('never deletes the newest backup or one with a future time', () => {
  expect(whichToForget([ago(24 * 400)], NOW)).toEqual([]);
  expect(whichToForget([ago(-24), ago(0)], NOW)).toEqual([]);
  expect(whichToForget([], NOW)).toEqual([]);
});

test('keeps the last four weeks with backups after a long pause', () => {
  const before = Array.from({ length: 60 }, (_, days) => ago(24 * (days + 200)));
  const all = [ago(0), ...before];
  const forgotten = new Set(whichToForget(all, NOW));
  const kept = all.filter((one) => !forgotten.has(one));
  expect(kept).toHaveLength(4);
  expect(kept).toContainEqual(ago(24 * 200));
});

test('keeps the newest backup of an hour', () => {
  expect(whichToForget([ago(0.1), ago(0.2), ago(0.3)], NOW)).toEqual([ago(0.2), ago(0.3)]);
});
