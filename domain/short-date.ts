/** Formats as `Nov 20, 2026` in UTC. */
export const formatShortDate = (date: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
