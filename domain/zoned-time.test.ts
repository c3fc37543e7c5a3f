import fc from 'fast-check';
import { expect, test } from 'vitest';

import { propertyRuns } from './testing/property-runs.ts';
import { isTimeZone } from './time-zone.ts';
import { toInstant, formatOffset, toLocalTime, formatZonedTime, getZoneOffset } from './zoned-time.ts';

/** Zones with whole, half and quarter hours, on both sides of the date line, with and without daylight saving time. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];
const zone = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ZONES) },
  { weight: 1, arbitrary: fc.constantFrom(...Intl.supportedValuesOf('timeZone')) },
);
const MINUTE = 60_000;
const instant = fc
  .integer({ min: Date.UTC(1975, 0) / MINUTE, max: Date.UTC(2100, 0) / MINUTE })
  .map((minutes) => new Date(minutes * MINUTE));

/** Instants close to clock changes, where mistakes are likely. */
const nearChange = fc.tuple(zone, instant).chain(([name, start]) => {
  let [low, high] = [start.getTime(), start.getTime() + 200 * 24 * 60 * MINUTE];
  const offset = (at: number) => getZoneOffset(new Date(at), name);
  if (offset(low) === offset(high)) return fc.constant({ name, at: start });
  while (high - low > MINUTE) {
    const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE;
    if (offset(middle) === offset(low)) low = middle;
    else high = middle;
  }
  return fc.integer({ min: -180, max: 180 }).map((distance) => ({ name, at: new Date(high + distance * MINUTE) }));
});
const any = fc.oneof(nearChange, fc.record({ name: zone, at: instant }));

test('converts local time back to its instant, or to the first instant with the same local time', () => {
  fc.assert(
    fc.property(any, ({ name, at }) => {
      const shown = toLocalTime(at, name);
      const candidates = toInstant(shown, name);
      if (!candidates) throw new Error(`Nothing was found for ${shown.date} ${shown.time} in ${name}`);
      expect(toLocalTime(candidates.at, name)).toEqual(shown);
      if (candidates.kind === 'twice') expect(candidates.at.getTime()).toBeLessThanOrEqual(at.getTime());
      else expect([candidates.kind, candidates.at]).toEqual(['exact', at]);
    }),
    { numRuns: propertyRuns(600) },
  );
});

test('moves a skipped local time forward by the length of the jump', () => {
  let skipped = 0;
  fc.assert(
    fc.property(nearChange, ({ name, at }) => {
      const offsetBefore = getZoneOffset(new Date(at.getTime() - 8 * 60 * MINUTE), name);
      const localTime = at.getTime() + offsetBefore;
      const candidates = toInstant(toLocalTime(new Date(localTime), 'UTC'), name);
      if (candidates?.kind !== 'skipped') return;
      skipped++;
      const offsetAfter = getZoneOffset(candidates.at, name);
      expect(candidates.at.getTime() + offsetAfter - localTime).toBe(offsetAfter - offsetBefore);
      expect(offsetAfter).toBeGreaterThan(offsetBefore);
    }),
    { numRuns: propertyRuns(600) },
  );
  expect(skipped).toBeGreaterThan(0);
});

test.each([
  ['a winter evening', '2026-11-30', '18:00', 'Europe/Berlin', '2026-11-30T17:00:00.000Z', 'exact'],
  ['a summer evening', '2026-07-30', '18:00', 'Europe/Berlin', '2026-07-30T16:00:00.000Z', 'exact'],
  ['an hour that is left out', '2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z', 'skipped'],
  ['an hour that comes twice', '2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z', 'twice'],
  ['half an hour twice', '2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z', 'twice'],
  ['a midnight left out', '2026-09-06', '00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z', 'skipped'],
  ['a day that was left out', '2011-12-30', '12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z', 'skipped'],
  ['the day’s line', '2027-01-01', '00:00', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z', 'exact'],
])('finds the instant of %s', (_, date, time, name, at, kind) => {
  expect(toInstant({ date, time }, name)).toEqual({ at: new Date(at), kind });
});

test.each([
  ['2026-02-30', '10:00', 'UTC'],
  ['2026-13-01', '10:00', 'UTC'],
  ['2026-01-01', '24:00', 'UTC'],
  ['', '10:00', 'UTC'],
  ['2026-01-01', '', 'UTC'],
  ['2026-01-01', '10:00', 'Europe/Atlantis'],
])('rejects %s %s in %s', (date, time, name) => {
  expect(toInstant({ date, time }, name)).toBeNull();
});

test('formats offsets in the usual notation', () => {
  const at = new Date('2026-11-30T17:00:00Z');
  expect(
    ['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Europe/London'].map((name) => formatOffset(at, name)),
  ).toEqual(['UTC+1', 'UTC−3:30', 'UTC+5:45', 'UTC']);
});

test('formats a time with its place', () => {
  const at = new Date('2026-11-30T17:00:00Z');
  expect(formatZonedTime(at, 'Europe/Berlin')).toBe('Monday, November 30, 2026 at 6:00 PM, Berlin time');
  expect(formatZonedTime(at, 'America/New_York')).toBe('Monday, November 30, 2026 at 12:00 PM, New York time');
  expect(formatZonedTime(at, 'UTC')).toBe('Monday, November 30, 2026 at 5:00 PM UTC');
  expect(formatZonedTime(at, 'UTC', 'en-GB')).toBe('Monday, 30 November 2026 at 17:00 UTC');
});

test('accepts only time zone names', () => {
  expect(['UTC', 'Europe/Berlin', 'Europe/Atlantis', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});
