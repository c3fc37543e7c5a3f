// Days and hours of a time zone, calculated with Intl. Days are YYYY-MM-DD.

import { HOUR_MS, MINUTE_MS } from './time-units.ts';

/** Upper limit of any zone's offset from UTC. */
const MAX_OFFSET_MS = 16 * HOUR_MS;
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone);
  if (cached) return cached;
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(zone, formatter);
  return formatter;
}

/** True for a time zone name such as `Europe/Berlin`; plain UTC offsets are rejected. */
export function isTimeZone(zone: string): boolean {
  if (!NAME.test(zone)) return false;
  try {
    getFormatter(zone);
    return true;
  } catch {
    return false;
  }
}

/** Local time of the zone, YYYY-MM-DDTHH:MM:SS. */
export function formatLocalTime(zone: string, at: Date): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of getFormatter(zone).formatToParts(at)) parts[type] = value;
  const { year = '', month, day, hour, minute, second } = parts;
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
}

export const getLocalDay = (zone: string, at: Date): string => formatLocalTime(zone, at).slice(0, 10);

/** YYYY-MM-DDTHH. */
export const getLocalHour = (zone: string, at: Date): string => formatLocalTime(zone, at).slice(0, 13);

/** Start of a day: midnight, later if clocks skip midnight, or the start of the next day if the zone skipped the day. */
export function getStartOfDay(zone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const localMidnight = Date.parse(`${formatLocalTime(zone, new Date(midnight))}Z`);
  const guess = midnight - (localMidnight - midnight);
  const hasStarted = (ms: number): boolean => getLocalDay(zone, new Date(ms)) >= day;
  if (hasStarted(guess) && !hasStarted(guess - MINUTE_MS)) return new Date(guess);
  let [before, after] = [midnight - MAX_OFFSET_MS, midnight + 2 * MAX_OFFSET_MS];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (hasStarted(middle)) after = middle;
    else before = middle;
  }
  return new Date(after);
}
