import { plural } from './plural.ts';

/** Separate from the other messages, because the browser shows it, too. */
export const IMPORT_FILE_TOO_LARGE = 'This file is larger than 2 MB. Export a shorter period and import that file.';

/** Why products can’t be imported, and what changed in those that were. */
export const importMessages = {
  errors: {
    noRows: 'This file has a header row but no data.',
    notCsv: 'We couldn’t read this file. Export it again as CSV and choose the new file.',
    noNames: 'This file has no product names. The first row must have a Name or Item Name column.',
    tooManyProducts: ({ count, max }: { count: string; max: string }) =>
      `This file has ${count} products. You can import up to ${max} at a time.`,
    timeout: 'This file takes too long to read. Export a shorter period and import that file.',
    stripeNotConnected: 'Connect your Stripe account first to import its products.',
    stripeDisconnected: 'Your Stripe account is no longer connected. Connect it again first.',
    productGone: 'This product no longer exists.',
  },
  image: {
    skipped: ({ reason }: { reason: string }) => `The image wasn’t imported. ${reason}`,
    badStatus: ({ status }: { status: number }) => `Its server responded with ${status}.`,
    tooLarge: 'It’s larger than 2 MB.',
    unsupported: 'Its format isn’t supported.',
  },
  shortened: {
    name: ({ max }: { max: number }) => `The name was shortened to ${max} characters.`,
    description: ({ max }: { max: number }) => `The description was shortened to ${max} characters.`,
    feature: ({ max }: { max: number }) => `A feature was shortened to ${max} characters.`,
  },
  tooManyFeatures: ({ count, max }: { count: number; max: number }) =>
    `Only the first ${max} of ${count} features were imported.`,
  price: {
    unsupportedCurrency: ({ currency }: { currency: string }) => `Prices in ${currency} aren’t supported.`,
    unreadable: ({ price }: { price: string }) => `We couldn’t read the price ${price}.`,
    unsupportedInterval: ({ interval }: { interval: string }) =>
      `Billing “${interval}” isn’t supported, so the price was imported as a one-time price.`,
    skipped: ({ reason }: { reason: string }) => `A price was skipped. ${reason}.`,
    skippedCurrency: ({ currency }: { currency: string }) =>
      `A price was skipped. Prices in ${currency} aren’t supported.`,
    missing: 'No supported price was found. Enter one.',
    otherCurrencies: 'Prices in other currencies were skipped: a page has one currency.',
    tooMany: ({ count, max }: { count: number; max: number }) =>
      `Only the first ${max} of ${count} prices were imported.`,
    tiered: 'A tiered price was skipped because pages don’t support it.',
    metered: 'A usage-based price was skipped because pages don’t support it.',
    fractional: 'A price with fractions of a cent was skipped because pages don’t support it.',
    interval: ({ count, unit }: { count: number; unit: string }) =>
      plural(count, {
        one: `A price billed every ${unit} was skipped because pages don’t support it.`,
        other: `A price billed every ${count} ${unit}s was skipped because pages don’t support it.`,
      }),
  },
  salesOnly: 'Sales exports only have prices in US dollars and no descriptions. Check the price and add a description.',
  onlyDiscounted: 'Every sale had a discount or a quantity above one. Check the price.',
} as const;
