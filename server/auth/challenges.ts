import { randomUUID } from 'node:crypto';

import { insertChallenge, type ChallengeRow } from '#server/auth/queries/factors.ts';
import type { SessionRow } from '#server/auth/queries/sessions.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

/** Time within which a challenge must be answered. */
export const CHALLENGE_MS = 5 * 60_000;
const CHALLENGE_RETENTION_MS = 3600_000;

type NewChallenge = Pick<ChallengeRow, 'purpose'> & Partial<Pick<ChallengeRow, 'id' | 'factorId' | 'expected'>>;

/** Saves a challenge. `session`: the session that requested it, or null for a sign-in. */
export async function createChallenge(
  { realNow }: Context,
  db: Db,
  session: SessionRow | null,
  { id = randomUUID(), factorId = null, expected = null, purpose }: NewChallenge,
): Promise<ChallengeRow> {
  const createdAt = realNow();
  const challenge: ChallengeRow = {
    id,
    purpose,
    userId: session?.userId ?? null,
    sessionId: session?.id ?? null,
    factorId,
    expected,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + CHALLENGE_MS),
    usedAt: null,
  };
  await insertChallenge(db, challenge, new Date(createdAt.getTime() - CHALLENGE_RETENTION_MS));
  return challenge;
}

/** Returns true when the challenge is used or expired. */
export const isUsedOrExpired = (
  { usedAt, expiresAt }: Pick<ChallengeRow, 'usedAt' | 'expiresAt'>,
  now: Date,
): boolean => usedAt !== null || expiresAt <= now;

/** Expiry of a challenge in responses: Unix time in seconds. */
export const toExpiresAt = ({ expiresAt }: ChallengeRow): number => Math.floor(expiresAt.getTime() / 1000);
