import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createBuckets, chooseUnit } from './analytics-buckets.ts';
import { addDays } from './day-range.ts';
import { propertyRuns } from './testing/property-runs.ts';
import { getLocalHour, getStartOfDay } from './time-zone.ts';

const ofDay = (day: string, zone: string) => createBuckets({ from: day, to: day }, 'hour', zone).labels;

test('uses hours for a single day, then days, weeks and months', () => {
  const range = (to: string) => ({ from: '2026-01-01', to });
  expect(chooseUnit(range('2026-01-01'), true)).toBe('hour');
  expect(chooseUnit(range('2026-01-01'), false)).toBe('day');
  expect(chooseUnit(range('2026-04-02'), true)).toBe('day');
  expect(chooseUnit(range('2026-04-03'), true)).toBe('week');
  expect(chooseUnit(range('2027-02-04'), true)).toBe('week');
  expect(chooseUnit(range('2027-02-05'), true)).toBe('month');
});

test('shows a repeated clock hour as one point and a skipped hour as none', () => {
  expect(ofDay('2026-11-21', 'Europe/Berlin')).toHaveLength(24);
  expect(ofDay('2026-10-25', 'Europe/Berlin')).toHaveLength(24);
  const spring = ofDay('2026-03-29', 'Europe/Berlin');
  expect(spring).toHaveLength(23);
  expect(spring).not.toContain('2026-03-29T02');
  const { labels, starts } = createBuckets({ from: '2026-11-21', to: '2026-11-21' }, 'hour', 'Asia/Kathmandu');
  expect([labels[0], starts[1]]).toEqual(['2026-11-21T00', new Date('2026-11-20T19:15:00Z')]);
});

test('names weeks and months by their first day, clipped to the range', () => {
  const weeks = createBuckets({ from: '2026-11-18', to: '2026-11-30' }, 'week', 'UTC');
  expect(weeks.labels).toEqual(['2026-11-16', '2026-11-23', '2026-11-30']);
  expect(weeks.starts[0]).toEqual(new Date('2026-11-18T00:00:00Z'));
  expect(weeks.end).toEqual(new Date('2026-12-01T00:00:00Z'));
  const months = createBuckets({ from: '2026-01-31', to: '2026-03-01' }, 'month', 'UTC');
  expect(months.labels).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
});

test('covers the range from its first to its last instant without gaps in every time zone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.constantFrom('hour' as const, 'day' as const, 'week' as const, 'month' as const),
      fc.nat(8000),
      fc.nat(120),
      (zone, unit, begin, length) => {
        const from = addDays('2015-01-01', begin);
        const range = { from, to: unit === 'hour' ? from : addDays(from, length) };
        const { labels, starts, end } = createBuckets(range, unit, zone);
        expect(starts[0]).toEqual(getStartOfDay(zone, from));
        expect(end).toEqual(getStartOfDay(zone, addDays(range.to, 1)));
        const times = [...starts, end].map(Number);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        expect(labels).toEqual([...new Set(labels)].toSorted());
        if (unit === 'hour') expect(starts.map((start) => getLocalHour(zone, start))).toEqual(labels);
      },
    ),
    { numRuns: propertyRuns(200) },
  );
});
