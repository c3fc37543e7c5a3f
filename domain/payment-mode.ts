/** Payment modes. Every row about money has one, also in its unique keys. */
export const MODES = ['sandbox', 'test', 'live'] as const;
export type Mode = (typeof MODES)[number];
