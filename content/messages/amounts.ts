export type AmountName = 'price' | 'amount' | 'discount' | 'minimum';

type Example = { example: string };
type Maximum = { maximum: string };

/** Errors of amounts that sellers and buyers type, by the name of the amount. */
const INVALID: Record<AmountName, (values: Example) => string> = {
  price: ({ example }) => `Enter a price as a number, like ${example}`,
  amount: ({ example }) => `Enter an amount as a number, like ${example}`,
  discount: ({ example }) => `Enter a discount as a number, like ${example}`,
  minimum: ({ example }) => `Enter a minimum order amount as a number, like ${example}`,
};
const TOO_HIGH: Record<AmountName, (values: Maximum) => string> = {
  price: ({ maximum }) => `The price can’t be more than ${maximum}`,
  amount: ({ maximum }) => `The amount can’t be more than ${maximum}`,
  discount: ({ maximum }) => `The discount can’t be more than ${maximum}`,
  minimum: ({ maximum }) => `The minimum order amount can’t be more than ${maximum}`,
};

/** Errors of amounts that sellers and buyers type. */
export const amountMessages = {
  invalid: ({ name, example }: Example & { name: AmountName }) => INVALID[name]({ example }),
  tooHigh: ({ name, maximum }: Maximum & { name: AmountName }) => TOO_HIGH[name]({ maximum }),
  noDecimals: ({ currency }: { currency: string }) => `Enter ${currency} amounts as whole numbers, like 29`,
  tooManyDecimals: ({ currency, decimals }: { currency: string; decimals: number }) =>
    `${currency} amounts can have up to ${decimals} decimal places`,
  step: ({ currency, step }: { currency: string; step: string }) => `${currency} amounts must be multiples of ${step}`,
  sumTooHigh: ({ maximum }: Maximum) => `Stripe’s maximum is ${maximum}`,
  belowStripeMinimum: ({ currency, minimum }: { currency: string; minimum: string }) =>
    `Stripe’s minimum in ${currency} is ${minimum}`,
};
