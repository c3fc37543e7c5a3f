import type { ChallengeRow } from '#server/auth/queries/factors.ts';

/** Time within which a challenge must be answered. */
export const CHALLENGE_MINUTES = 5;
export const CHALLENGE_MS = CHALLENGE_MINUTES * 60_000;

/** Returns true when the challenge is used or expired. */
export const isUsedOrExpired = (
  { usedAt, expiresAt }: Pick<ChallengeRow, 'usedAt' | 'expiresAt'>,
  now: Date,
): boolean => usedAt !== null || expiresAt <= now;
