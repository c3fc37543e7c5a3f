import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';

import { addDays, countDays, getMonthStart, getWeekStart, subtractYear } from './day-range.ts';
import { propertyRuns } from './testing/property-runs.ts';
import { getLocalDay, getStartOfDay } from './time-zone.ts';
import { getMonth, getNextMonthStart } from './usage.ts';
import { toInstant, toLocalTime } from './zoned-time.ts';

const ownZone = process.env.TZ;

afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

/** Offsets far east and west, by half and quarter hours, with and without daylight saving time. */
const MACHINES = [
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Europe/Berlin',
];

const SELLER = 'America/New_York';

/** Results of all time calculations at one instant. */
function reckoned(at: Date): unknown {
  const day = getLocalDay(SELLER, at);
  return [
    getMonth(at),
    getNextMonthStart(at).toISOString(),
    day,
    getStartOfDay(SELLER, day).toISOString(),
    addDays(day, 30),
    countDays({ from: getMonthStart(day), to: day }),
    getWeekStart(day),
    subtractYear(day),
    toInstant(toLocalTime(at, SELLER), SELLER)?.kind,
  ];
}

function onMachines(at: Date): unknown[] {
  return MACHINES.map((zone) => {
    process.env.TZ = zone;
    return reckoned(at);
  });
}

function baseline(all: readonly unknown[]): void {
  expect(all).toEqual(all.map(() => all[0]));
}

test('gives the same results in every machine time zone over thirty years', () => {
  const instant = fc.date({ min: new Date('2024-01-01'), max: new Date('2054-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instant, (at) => {
      baseline(onMachines(at));
    }),
    { numRuns: propertyRuns(200) },
  );
});

test.for([
  ['the last moment of a leap day', '2028-02-29T23:59:59.999Z', '2028-02'],
  ['the first one after it', '2028-03-01T00:00:00Z', '2028-03'],
  ['the end of February in another year', '2027-02-28T23:59:59Z', '2027-02'],
  ['the end of a month of thirty-one days', '2026-01-31T23:30:00Z', '2026-01'],
  ['the end of a year', '2026-12-31T23:59:59Z', '2026-12'],
  ['the night in which clocks jump ahead', '2026-03-08T07:00:00Z', '2026-03'],
  ['the night in which they are put back', '2026-11-01T06:00:00Z', '2026-11'],
] as const)('%s counts in the same month in every zone', ([, text, month]) => {
  const at = new Date(text);
  baseline(onMachines(at));
  expect(getMonth(at)).toBe(month);
});
