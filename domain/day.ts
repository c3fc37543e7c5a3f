const dayFormat = (month: 'long' | 'short') =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month, day: 'numeric' });

const long = dayFormat('long');
const short = dayFormat('short');

/** `November 12, 2026`, in UTC. */
export const longDay = (date: Date): string => long.format(date);

/** `Nov 12, 2026`, in UTC. */
export const shortDay = (date: Date): string => short.format(date);
