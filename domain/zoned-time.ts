import { isTimeZone, shownAt } from './time-zone.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What a clock on a wall and a calendar beside it show: `2026-11-30` and `18:00`. */
export type WallTime = { date: string; time: string };

/**
 * `skipped`: no clock there ever shows that time, because they jump ahead; `at` is as much later as they jump.
 * `twice`: clocks are put back, and show it twice; `at` is the first of both.
 */
export type ZonedMoment = { at: Date; kind: 'exact' | 'skipped' | 'twice' };

/** What the wall shows, read as if it were UTC; to the second, in milliseconds. */
const wallOf = (at: number, zone: string): number => Date.parse(`${shownAt(zone, new Date(at))}Z`);

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
export const zoneOffset = (at: Date, zone: string): number => {
  const whole = Math.floor(at.getTime() / 1000) * 1000;
  return wallOf(whole, zone) - whole;
};

/** What the clocks of a zone show at a moment. Seconds are left out. */
export function wallTimeOf(at: Date, zone: string): WallTime {
  const shown = new Date(at.getTime() + zoneOffset(at, zone)).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** The moment at which the clocks of a zone show that time; null where it is none. Right for the years 1975 to 2100. */
export function momentOf({ date, time }: WallTime, zone: string): ZonedMoment | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d$/.test(time) || !isTimeZone(zone)) return null;
  const wall = Date.parse(`${date}T${time}:00Z`);
  // A 30th of February would be read as the 2nd of March.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(`${date}T${time}`)) return null;
  const before = zoneOffset(new Date(wall - DAY_MS), zone);
  const after = zoneOffset(new Date(wall + DAY_MS), zone);
  const found = [...new Set([before, after])]
    .map((offset) => wall - offset)
    .filter((at) => wallOf(at, zone) === wall);
  const [first] = found.toSorted((one, other) => one - other);
  if (first === undefined) return { at: new Date(wall - before), kind: 'skipped' };
  return { at: new Date(first), kind: found.length > 1 ? 'twice' : 'exact' };
}

/** `UTC+1`, `UTC−3:30`, `UTC`. */
export function offsetText(at: Date, zone: string): string {
  const minutes = Math.round(zoneOffset(at, zone) / MINUTE_MS);
  if (minutes === 0) return 'UTC';
  const [whole, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${whole}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** What people call a zone: `New York` of `America/New_York`. */
export const zonePlace = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** `Monday, 30 November 2026 at 18:00, Berlin time`; in UTC `… at 18:00 UTC`. */
export function zonedText(at: Date, zone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const { time } = wallTimeOf(at, zone);
  const parts = Object.fromEntries(day.formatToParts(at).map(({ type, value }) => [type, value]));
  const { weekday, day: date, month, year } = parts;
  const where = zone === 'UTC' ? ' UTC' : `, ${zonePlace(zone)} time`;
  return `${weekday}, ${date} ${month} ${year} at ${time}${where}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `30 Nov 2026, 18:00` by the clocks of a zone. */
export function shortZonedText(at: Date, zone: string): string {
  const { date, time } = wallTimeOf(at, zone);
  const [year, month, day] = date.split('-').map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}, ${time}`;
}
