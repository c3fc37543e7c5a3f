import { plural } from './plural.ts';

/** Texts of the dialog that sets the time zone of analytics. */
export const timeZoneDialogMessages = {
  title: 'Reporting time zone',
  description: ({ days }: { days: number }) =>
    `Days start at midnight in this time zone. Revenue and the views of the last ${days} days are recalculated right away. Older views stay on their current day.`,
  searchLabel: 'Search for a city or region',
  searchPlaceholder: 'City or region',
  found: ({ count }: { count: number }) =>
    plural(count, { one: '1 time zone found', other: `${count} time zones found` }),
  noMatches: ({ search }: { search: string }) => `No time zones match “${search}”`,
  list: 'Time zones',
  selected: ({ timeZone }: { timeZone: string }) => `Selected: <b>${timeZone}</b>`,
  cancel: 'Cancel',
  submit: 'Use this time zone',
  busy: 'Recalculating…',
  failure: 'Couldn’t change the time zone',
};
