import { countdownMessages } from '#content/messages/countdown.ts';
import { plural } from '#content/messages/plural.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const CLOCK_UNITS = ['day', 'hour', 'minute', 'second'] as const;

/** Splits the remaining time into days, hours, minutes and started seconds; zeros after the end. */
export function splitRemainingTime(ms: number): [days: number, hours: number, minutes: number, seconds: number] {
  const remainingMs = Math.ceil(Math.max(0, ms) / SECOND_MS) * SECOND_MS;
  return [
    Math.floor(remainingMs / DAY_MS),
    Math.floor((remainingMs % DAY_MS) / HOUR_MS),
    Math.floor((remainingMs % HOUR_MS) / MINUTE_MS),
    Math.floor((remainingMs % MINUTE_MS) / SECOND_MS),
  ];
}

export const getUnitText = (count: number, unit: (typeof CLOCK_UNITS)[number]): string =>
  plural(count, countdownMessages.units[unit]);

/** Formats all units below days with two digits, so that the layout does not shift. */
export const formatCount = (count: number, index: number): string =>
  index === 0 ? String(count) : String(count).padStart(2, '0');
