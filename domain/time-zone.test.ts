import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays } from './day-range.ts';
import { propertyRuns } from './testing/property-runs.ts';
import { getLocalDay, getLocalHour, isTimeZone, getStartOfDay } from './time-zone.ts';

const hoursOf = (zone: string, day: string): number =>
  (getStartOfDay(zone, addDays(day, 1)).getTime() - getStartOfDay(zone, day).getTime()) / 3_600_000;

test('accepts time zone names and rejects other values that Intl accepts', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
    expect([zone, isTimeZone(zone)]).toEqual([zone, true]);
  const others = ['', 'Mars/Olympus', '+01:00', '-0500', 'Europe/Berlin ', ' UTC', '../etc/passwd', "UTC'; --"];
  for (const zone of others) expect([zone, isTimeZone(zone)]).toEqual([zone, false]);
});

test('starts a day at the zone’s midnight and follows its clock changes', () => {
  expect(getStartOfDay('UTC', '2026-11-21')).toEqual(new Date('2026-11-21T00:00:00Z'));
  expect(getStartOfDay('Asia/Kathmandu', '2026-11-21')).toEqual(new Date('2026-11-20T18:15:00Z'));
  expect(getStartOfDay('Pacific/Kiritimati', '2026-11-21')).toEqual(new Date('2026-11-20T10:00:00Z'));
  expect(getStartOfDay('Pacific/Pago_Pago', '2026-11-21')).toEqual(new Date('2026-11-21T11:00:00Z'));
  expect(hoursOf('Europe/Berlin', '2026-03-29')).toBe(23);
  expect(hoursOf('Europe/Berlin', '2026-10-25')).toBe(25);
  expect(hoursOf('America/New_York', '2026-03-08')).toBe(23);
  expect(hoursOf('Australia/Lord_Howe', '2026-04-05')).toBe(24.5);
});

test('starts a day late if clocks skip midnight, and makes a skipped day empty', () => {
  // Cairo skips from 00:00 to 01:00.
  expect(getStartOfDay('Africa/Cairo', '2026-04-24')).toEqual(new Date('2026-04-23T22:00:00Z'));
  expect(getLocalHour('Africa/Cairo', getStartOfDay('Africa/Cairo', '2026-04-24'))).toBe('2026-04-24T01');
  // Samoa skipped a day at the date line.
  expect(hoursOf('Pacific/Apia', '2011-12-30')).toBe(0);
  expect(getLocalDay('Pacific/Apia', getStartOfDay('Pacific/Apia', '2011-12-30'))).toBe('2011-12-31');
});

test('places every instant between the start of its day and the start of the next, in every zone', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      (zone, at) => {
        const day = getLocalDay(zone, at);
        expect(getStartOfDay(zone, day).getTime()).toBeLessThanOrEqual(at.getTime());
        expect(getStartOfDay(zone, addDays(day, 1)).getTime()).toBeGreaterThan(at.getTime());
      },
    ),
    { numRuns: propertyRuns(1000) },
  );
});
