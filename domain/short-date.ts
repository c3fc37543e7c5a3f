/** `Nov 20, 2026`, by the UTC calendar. */
export const shortDate = (date: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
