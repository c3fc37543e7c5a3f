/** Where money comes from. Every row about money carries it, and its unique keys too. */
export const MODES = ['sandbox', 'test', 'live'] as const;
export type Mode = (typeof MODES)[number];
