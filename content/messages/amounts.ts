export type AmountName = 'price' | 'amount' | 'discount' | 'minimum';

/** Amounts whose input can be invalid, with their names in an error message. */
const AMOUNTS: Record<AmountName, { article: string; subject: string }> = {
  price: { article: 'a price', subject: 'The price' },
  amount: { article: 'an amount', subject: 'The amount' },
  discount: { article: 'a discount', subject: 'The discount' },
  minimum: { article: 'a minimum order amount', subject: 'The minimum order amount' },
};

/** Errors of amounts that sellers and buyers type. */
export const amountMessages = {
  invalid: ({ name, example }: { name: AmountName; example: string }) =>
    `Enter ${AMOUNTS[name].article} as a number, like ${example}`,
  tooHigh: ({ name, maximum }: { name: AmountName; maximum: string }) =>
    `${AMOUNTS[name].subject} can’t be more than ${maximum}`,
  noDecimals: ({ currency }: { currency: string }) => `Enter ${currency} amounts as whole numbers, like 29`,
  tooManyDecimals: ({ currency, decimals }: { currency: string; decimals: number }) =>
    `${currency} amounts can have up to ${decimals} decimal places`,
  step: ({ currency, step }: { currency: string; step: string }) => `${currency} amounts must be multiples of ${step}`,
  belowStripeMinimum: ({ currency, minimum }: { currency: string; minimum: string }) =>
    `Stripe’s minimum in ${currency} is ${minimum}`,
};
