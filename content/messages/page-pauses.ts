/** Why payments on a page are paused, for its seller. */
export const pagePauseMessages = {
  refusals: 'Too many cards were declined. Someone may be testing stolen card numbers.',
  operator: ({ supportEmail }: { supportEmail: string }) =>
    `Our team paused payments. If you don’t know why, email ${supportEmail}.`,
} as const;
