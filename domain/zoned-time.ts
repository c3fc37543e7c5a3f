import { DAY_MS, MINUTE_MS } from './time-units.ts';
import { isTimeZone, formatLocalTime } from './time-zone.ts';

/** Local date and time of a time zone: `2026-11-30` and `18:00`. */
export type LocalTime = { date: string; time: string };

/**
 * `skipped`: clocks jump over this local time; `at` is later by the length of the jump.
 * `twice`: clocks show it twice; `at` is the first occurrence.
 */
type ZonedInstant = { at: Date; kind: 'exact' | 'skipped' | 'twice' };

/** Local time read as if it were UTC, in milliseconds with a resolution of seconds. */
const getLocalMs = (at: number, zone: string): number => Date.parse(`${formatLocalTime(zone, new Date(at))}Z`);

/** Offset of a zone from UTC at an instant, in milliseconds. */
export const getZoneOffset = (at: Date, zone: string): number => {
  const wholeSeconds = Math.floor(at.getTime() / 1000) * 1000;
  return getLocalMs(wholeSeconds, zone) - wholeSeconds;
};

/** Local time of a zone at an instant, without seconds. */
export function toLocalTime(at: Date, zone: string): LocalTime {
  const localIso = new Date(at.getTime() + getZoneOffset(at, zone)).toISOString();
  return { date: localIso.slice(0, 10), time: localIso.slice(11, 16) };
}

/** Converts a local time to its instant; null if it is invalid. Correct for the years 1975 to 2100. */
export function toInstant({ date, time }: LocalTime, zone: string): ZonedInstant | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d$/.test(time) || !isTimeZone(zone)) return null;
  const localMs = Date.parse(`${date}T${time}:00Z`);
  // Date.parse reads February 30 as March 2.
  if (Number.isNaN(localMs) || !new Date(localMs).toISOString().startsWith(`${date}T${time}`)) return null;
  const before = getZoneOffset(new Date(localMs - DAY_MS), zone);
  const after = getZoneOffset(new Date(localMs + DAY_MS), zone);
  const candidates = [...new Set([before, after])]
    .map((offset) => localMs - offset)
    .filter((at) => getLocalMs(at, zone) === localMs);
  const [first] = candidates.toSorted((one, other) => one - other);
  if (first === undefined) return { at: new Date(localMs - before), kind: 'skipped' };
  return { at: new Date(first), kind: candidates.length > 1 ? 'twice' : 'exact' };
}

/** `UTC+1`, `UTC−3:30`, `UTC`. */
export function formatOffset(at: Date, zone: string): string {
  const minutes = Math.round(getZoneOffset(at, zone) / MINUTE_MS);
  if (minutes === 0) return 'UTC';
  const [hours, remainingMinutes] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${remainingMinutes === 0 ? '' : `:${String(remainingMinutes).padStart(2, '0')}`}`;
}

/** City name of a zone: `New York` for `America/New_York`. */
export const getZoneCity = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

const formatters = new Map<string, Intl.DateTimeFormat>();

/** `Intl` separates "PM" with a narrow space, which not all fonts have. */
function formatIn(locale: string, at: Date, timeZone: string, dateStyle: 'full' | 'medium'): string {
  const key = `${locale} ${dateStyle} ${timeZone}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short', timeZone });
  formatters.set(key, formatter);
  return formatter.format(at).replaceAll('\u202f', ' ');
}

/** `Monday, November 30, 2026 at 6:00 PM, Berlin time`; in UTC `… at 6:00 PM UTC`. */
export const formatZonedTime = (at: Date, zone: string, locale = 'en-US'): string =>
  formatIn(locale, at, zone, 'full') + (zone === 'UTC' ? ' UTC' : `, ${getZoneCity(zone)} time`);

/** `Montag, 30. November 2026 um 18:00 (UTC+1)`: in any language, without the name of the zone. */
export const formatTimeIn = (language: string, at: Date, zone: string): string =>
  `${at.toLocaleString(language, { dateStyle: 'full', timeStyle: 'short', timeZone: zone })} (${formatOffset(at, zone)})`;

/** `Nov 30, 2026, 6:00 PM` in local time of a zone. */
export const formatShortZonedTime = (at: Date, zone: string): string => formatIn('en-US', at, zone, 'medium');
