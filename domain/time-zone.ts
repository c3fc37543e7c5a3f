// Days and hours of a time zone, calculated with Intl. Days are YYYY-MM-DD.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Upper limit of any zone's offset from UTC. */
const FARTHEST_MS = 16 * HOUR_MS;
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-CA', {
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
  clocks.set(zone, clock);
  return clock;
}

/** True for a time zone name such as `Europe/Berlin`; plain UTC offsets are rejected. */
export function isTimeZone(zone: string): boolean {
  if (!NAME.test(zone)) return false;
  try {
    clockOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Local time of the zone, YYYY-MM-DDTHH:MM:SS. */
export function shownAt(zone: string, at: Date): string {
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of clockOf(zone).formatToParts(at)) shown[type] = value;
  const { year = '', month, day, hour, minute, second } = shown;
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
}

export const dayIn = (zone: string, at: Date): string => shownAt(zone, at).slice(0, 10);

/** YYYY-MM-DDTHH. */
export const hourIn = (zone: string, at: Date): string => shownAt(zone, at).slice(0, 13);

/** Start of a day: midnight, later if clocks skip midnight, or the start of the next day if the zone skipped the day. */
export function startOfDay(zone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const shown = Date.parse(`${shownAt(zone, new Date(midnight))}Z`);
  const guess = midnight - (shown - midnight);
  const begins = (ms: number): boolean => dayIn(zone, new Date(ms)) >= day;
  if (begins(guess) && !begins(guess - MINUTE_MS)) return new Date(guess);
  let [before, after] = [midnight - FARTHEST_MS, midnight + 2 * FARTHEST_MS];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (begins(middle)) after = middle;
    else before = middle;
  }
  return new Date(after);
}
