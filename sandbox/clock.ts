/** The sandbox's clock: everything that Stripe would date is dated by it. */
export type Clock = { now: () => Date; seconds: () => number };

export const realClock = (): Clock => ({
  now: () => new Date(),
  seconds: () => Math.floor(Date.now() / 1000),
});
