/** Reasons why a buyer's coupon code is rejected that depend on the coupon's settings. */
export const couponMessages = {
  belowMinimum: ({ minimum }: { minimum: string }) => `This coupon code requires a price of at least ${minimum}`,
  lastUsesReserved: 'The remaining uses of this coupon code are reserved by other buyers. Try again in a few minutes',
};
