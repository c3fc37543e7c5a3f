const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;

/** Formats the time until a date in rough units: `in about 6 hours`. */
export function formatTimeUntil(until: Date, now: Date): string {
  const minutes = Math.max(1, Math.round((until.getTime() - now.getTime()) / MINUTE_MS));
  if (minutes === 1) return 'in a minute';
  if (minutes < 1.5 * MINUTES_PER_HOUR) return `in about ${minutes} minutes`;
  const hours = Math.round(minutes / MINUTES_PER_HOUR);
  return hours < 48 ? `in about ${hours} hours` : `in about ${Math.round(hours / 24)} days`;
}
