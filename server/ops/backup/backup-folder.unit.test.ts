import { expect, test } from 'vitest';

import { HOUR_MS } from '#domain/time-units.ts';

import { selectExpiredBackups } from './backup-folder.ts';

/** A Saturday. */
const NOW = new Date('2026-11-21T09:30:00Z');
const backupFrom = (hours: number) => ({ at: new Date(NOW.getTime() - hours * HOUR_MS) });
const times = (list: readonly { at: Date }[]) => list.map(({ at }) => at.toISOString().slice(0, 16));

test('keeps a day of hours, a week of days and four weeks of a year of hourly backups', () => {
  const all = Array.from({ length: 365 * 24 }, (_, hours) => backupFrom(hours));
  const expired = new Set(selectExpiredBackups(all, NOW));
  const remaining = all.filter((one) => !expired.has(one));
  expect(times(remaining).slice(0, 24)).toEqual(times(all).slice(0, 24));
  expect(times(remaining).slice(24)).toEqual([
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
  let remaining: { at: Date }[] = [];
  for (let hours = 90 * 24; hours >= 0; hours--) {
    const now = backupFrom(hours).at;
    remaining.push({ at: now });
    const expired = new Set(selectExpiredBackups(remaining, now));
    remaining = remaining.filter((one) => !expired.has(one));
  }
  expect(selectExpiredBackups(remaining, new Date(NOW.getTime() + 60_000))).toEqual([]);
  const ages = remaining.map(({ at }) => (NOW.getTime() - at.getTime()) / HOUR_MS / 24);
  expect(remaining).toHaveLength(31);
  expect(Math.max(...ages)).toBeGreaterThan(14);
});

test('never deletes the newest backup or one with a future time', () => {
  expect(selectExpiredBackups([backupFrom(24 * 400)], NOW)).toEqual([]);
  expect(selectExpiredBackups([backupFrom(-24), backupFrom(0)], NOW)).toEqual([]);
  expect(selectExpiredBackups([], NOW)).toEqual([]);
});

test('keeps the last four weeks with backups after a long pause', () => {
  const before = Array.from({ length: 60 }, (_, days) => backupFrom(24 * (days + 200)));
  const all = [backupFrom(0), ...before];
  const expired = new Set(selectExpiredBackups(all, NOW));
  const remaining = all.filter((one) => !expired.has(one));
  expect(remaining).toHaveLength(4);
  expect(remaining).toContainEqual(backupFrom(24 * 200));
});

test('keeps the newest backup of an hour', () => {
  expect(selectExpiredBackups([backupFrom(0.1), backupFrom(0.2), backupFrom(0.3)], NOW)).toEqual([
    backupFrom(0.2),
    backupFrom(0.3),
  ]);
});
