const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats as `14 December 2026` in UTC. */
export const dayText = (iso: string): string => FULL.format(new Date(iso));

export function PlanDay({ iso }: { iso: string }) {
  return <time dateTime={iso}>{dayText(iso)}</time>;
}
