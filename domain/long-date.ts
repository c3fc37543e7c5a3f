/** `November 20, 2026`, by the UTC calendar. */
export const longDate = (date: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
