/** Reasons why a buyer's coupon code is rejected that depend on the coupon's settings. */
export const couponMessages = {
  belowMinimum: ({ minimum }: { minimum: string }) => `This coupon code requires an order of at least ${minimum}`,
  buyersNeedEmail: 'Enter your email address first. This coupon code is for certain buyers only',
  lastUsesReserved: 'Other buyers are checking out with the last uses of this coupon code. Try again in a few minutes.',
};
