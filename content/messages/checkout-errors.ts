import { plural } from './plural.ts';

/** Errors of a checkout that need more than the text of their code. */
export const checkoutErrorMessages = {
  notOnSale: 'This page isn’t available right now.',
  tooManyAttempts: 'Too many attempts from this page. Reload it and try again.',
  rateLimited: ({ wait }: { wait: string }) => `Too many attempts. Try again ${wait}.`,
  blocked: ({ wait }: { wait: string }) =>
    `Too many payment attempts from your network. Try again ${wait}, or contact the seller.`,
  /** When a buyer may try again, after “Try again”. */
  wait: {
    minutes: ({ minutes }: { minutes: number }) =>
      plural(minutes, { one: 'in a minute', other: `in ${minutes} minutes` }),
    hours: ({ hours }: { hours: number }) => `in ${hours} hours`,
    tomorrow: 'tomorrow',
  },
  priceChanged: ({ oldPrice, newPrice }: { oldPrice: string; newPrice: string }) =>
    `The price changed from ${oldPrice} to ${newPrice} since you opened the page.`,
  quantityOutside: ({ minimum, maximum }: { minimum: number; maximum: number }) =>
    minimum === maximum ? `The quantity must be ${minimum}.` : `Enter a quantity from ${minimum} to ${maximum}.`,
  quantityNotOffered: 'This page no longer lets you choose a quantity.',
  notEnoughLeft: ({ count }: { count: number }) =>
    plural(count, {
      one: 'Only 1 is left. Choose a smaller quantity.',
      other: `Only ${count} are left. Choose a smaller quantity.`,
    }),
  extraSoldOut: ({ name }: { name: string }) => `“${name}” is sold out. Remove it to continue.`,
  unitsReserved: ({ count, maximum }: { count: number; maximum: number }) =>
    `You’ve already reserved ${count} in another checkout, and one buyer can reserve up to ${maximum}. Finish that checkout, or try again in an hour.`,
  belowMinimum: 'The total is below the minimum charge.',
  bankConfirmation: 'Your bank requires you to confirm this payment first.',
  paymentsUnavailable: 'Payments aren’t available right now. Try again later.',
} as const;
