/** Prices whose first payment differs from the later ones. */
export const formatPriceMessages = {
  nowAndThen: ({ now, later }: { now: string; later: string }): string => `${now} now, then ${later}`,
};
