/** Formats as `Nov 20, 2026` in UTC. */
export const formatShortDate = (date: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(date);

/** Formats as `November 20, 2026` in UTC. */
export const formatLongDate = (date: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
