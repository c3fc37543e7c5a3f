/** How often the log is looked at: soon again while something is under way. */
export const LOOK_EVERY_MS = { calm: 30_000, quick: 2_000 } as const;
