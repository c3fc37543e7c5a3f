/** Polling intervals of the log: quick while deliveries are pending. */
export const POLL_INTERVALS_MS = { calm: 30_000, quick: 2_000 } as const;
