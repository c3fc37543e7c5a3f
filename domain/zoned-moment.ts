/** `Friday 27 November 2026 at 18:00 GMT-5`, by the clocks of a place; by UTC where there is no such place. */
export function zonedMoment(moment: string | Date, timeZone: string): string {
  const date = new Date(moment);
  try {
    return formatted(date, timeZone);
  } catch {
    return formatted(date, 'UTC');
  }
}

/** Apart, since browsers and servers join day and hour with different words. */
function formatted(date: Date, timeZone: string): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const hour = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  const words = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...parts, timeZone }).format(date);
  return `${words(day)} at ${words(hour)}`;
}
