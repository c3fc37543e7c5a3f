/** Stripe's usual fees and durations, which Stripe sets and not this software. Percentages of an amount, days. */
export const STRIPE_TERMS = {
  cardPercent: 2.9,
  cardFixedCents: 30,
  internationalPercent: 1.5,
  conversionPercent: 1,
  payoutDays: [2, 7],
  refundDays: [5, 10],
} as const;

/** Stripe's usual fee for a domestic card payment in US cents, half up. */
export const calculateUsualFee = (cents: number): number =>
  Math.floor((cents * STRIPE_TERMS.cardPercent * 10 + 500) / 1000) + STRIPE_TERMS.cardFixedCents;
