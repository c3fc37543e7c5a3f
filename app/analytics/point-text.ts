import type { AnalyticsUnit, DayRange } from '#domain/analytics.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Local calendar day as a UTC date; the time zone is already applied. */
const toUtcDate = (at: string): Date => new Date(`${at.slice(0, 10)}T00:00:00Z`);
const formatDayMonth = (date: Date): string => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
const formatHour = (at: string): string => `${at.slice(11, 13)}:00`;

/** Axis label: `14:00`, `20 Nov`, `Nov 2026`. */
export function formatShortPoint(at: string, unit: AnalyticsUnit): string {
  const date = toUtcDate(at);
  if (unit === 'hour') return formatHour(at);
  if (unit === 'month') return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return formatDayMonth(date);
}

/** Full label: `Fri 20 Nov 2026, 14:00`, `Fri 20 Nov 2026`, `Week from 16 Nov 2026`, `Nov 2026`. */
export function formatLongPoint(at: string, unit: AnalyticsUnit): string {
  if (unit === 'month') return formatShortPoint(at, unit);
  const date = toUtcDate(at);
  const day = `${formatDayMonth(date)} ${date.getUTCFullYear()}`;
  if (unit === 'week') return `Week from ${day}`;
  const fullDay = `${DAYS[date.getUTCDay()]} ${day}`;
  return unit === 'hour' ? `${fullDay}, ${formatHour(at)}` : fullDay;
}

/** `20 Nov 2026`, `1 – 20 Nov 2026`, `21 Oct – 19 Nov 2026`, `1 Dec 2025 – 30 Nov 2026`. */
export function formatRange({ from, to }: DayRange): string {
  const [first, last] = [toUtcDate(from), toUtcDate(to)];
  const end = `${formatDayMonth(last)} ${last.getUTCFullYear()}`;
  if (from === to) return end;
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${formatDayMonth(first)} ${first.getUTCFullYear()} – ${end}`;
  return from.slice(0, 7) === to.slice(0, 7) ? `${first.getUTCDate()} – ${end}` : `${formatDayMonth(first)} – ${end}`;
}

/** Local time, `14:32`. */
export const formatTime = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(iso));
