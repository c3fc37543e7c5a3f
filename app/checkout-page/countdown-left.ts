const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const CLOCK_PARTS = ['day', 'hour', 'minute', 'second'] as const;

/** Splits the remaining time into days, hours, minutes and started seconds; zeros after the end. */
export function countdownLeft(ms: number): [days: number, hours: number, minutes: number, seconds: number] {
  const left = Math.ceil(Math.max(0, ms) / SECOND) * SECOND;
  return [
    Math.floor(left / DAY),
    Math.floor((left % DAY) / HOUR),
    Math.floor((left % HOUR) / MINUTE),
    Math.floor((left % MINUTE) / SECOND),
  ];
}

export const unitText = (count: number, part: (typeof CLOCK_PARTS)[number]): string =>
  count === 1 ? part : `${part}s`;

/** Formats all units below days with two digits, so that the layout does not shift. */
export const countText = (count: number, place: number): string =>
  place === 0 ? String(count) : String(count).padStart(2, '0');
