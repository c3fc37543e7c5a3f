/** Prices whose first payments differ from the later ones, or that end. */
export const formatPriceMessages = {
  setupFee: 'Setup fee',
  nowAndThen: ({ now, later }: { now: string; later: string }): string => `${now} now, then ${later}`,
  /** `$19.00 USD/month for 3 months, then $29.00 USD/month` */
  forMonths: ({ reduced, months, later }: { reduced: string; months: number; later: string }): string =>
    `${reduced} for ${months} months, then ${later}`,
  nowAndForMonths: ({ now, reduced, months, later }: { now: string; reduced: string; months: number; later: string }) =>
    `${now} now, then ${reduced} for ${months === 1 ? 'a month' : `${months} months`}, then ${later}`,
  periods: {
    weekly: ({ count }: { count: number }) => (count === 1 ? 'a week' : `${count} weeks`),
    monthly: ({ count }: { count: number }) => (count === 1 ? 'a month' : `${count} months`),
    yearly: ({ count }: { count: number }) => (count === 1 ? 'a year' : `${count} years`),
  },
  /** `$105.00 USD/month for 3 months` */
  installments: ({ payment, duration }: { payment: string; duration: string }): string => `${payment} for ${duration}`,
  nowAndInstallments: ({ now, payment, duration }: { now: string; payment: string; duration: string }): string =>
    `${now} now, then ${payment} for ${duration}`,
  afterTrial: ({ now, later, days }: { now: string; later: string; days: number }): string =>
    `${now} now, then ${later} after ${days === 1 ? 'a day' : `${days} days`}`,
};

/** Sentences that say what a buyer pays today, later, and for how long. */
export const paymentTermsMessages = {
  plan: {
    weekly: ({ count, payment, sum }: { count: number; payment: string; sum: string }) =>
      `${count} weekly payments of ${payment}, ${sum} in all. The first is due today.`,
    monthly: ({ count, payment, sum }: { count: number; payment: string; sum: string }) =>
      `${count} monthly payments of ${payment}, ${sum} in all. The first is due today.`,
  },
  trial: ({ days, later }: { days: number; later: string }) =>
    `${days === 1 ? '1 day' : `${days} days`} free. Then ${later} until you cancel.`,
  trialWithoutCard: ({ days, later }: { days: number; later: string }) =>
    `${days === 1 ? '1 day' : `${days} days`} free, without a card. To continue for ${later}, add a card before the trial ends.`,
  feeToday: ({ fee }: { fee: string }) => `A one-time setup fee of ${fee} is due today.`,
};
