const DAY_FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats as `14 December 2026` in UTC. */
export const formatPlanDay = (iso: string): string => DAY_FORMAT.format(new Date(iso));

export function PlanDate({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatPlanDay(iso)}</time>;
}
