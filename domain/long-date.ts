/** Formats as `November 20, 2026` in UTC. */
export const formatLongDate = (date: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
