import type { ChallengeRow } from '#server/db/challenges.ts';

/** How long a code or an authenticator's answer is waited for. */
export const CHALLENGE_MINUTES = 5;
export const CHALLENGE_MS = CHALLENGE_MINUTES * 60_000;

/** Whether it is answered already, or its time is over. */
export const isSpent = (
  { usedAt, expiresAt }: Pick<ChallengeRow, 'usedAt' | 'expiresAt'>,
  now: Date,
): boolean => usedAt !== null || expiresAt <= now;
