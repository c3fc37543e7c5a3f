/** Prices whose first payments differ from the later ones. */
export const formatPriceMessages = {
  nowAndThen: ({ now, later }: { now: string; later: string }): string => `${now} now, then ${later}`,
  /** `$19.00 USD/month for 3 months, then $29.00 USD/month` */
  forMonths: ({ reduced, months, later }: { reduced: string; months: number; later: string }): string =>
    `${reduced} for ${months} months, then ${later}`,
  nowAndForMonths: ({ now, reduced, months, later }: { now: string; reduced: string; months: number; later: string }) =>
    `${now} now, then ${reduced} for ${months === 1 ? 'a month' : `${months} months`}, then ${later}`,
};
