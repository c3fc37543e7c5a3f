import { randomUUID } from 'node:crypto';

import {
  deleteChallengesBefore,
  findChallenge,
  insertChallenge,
  type ChallengeRow,
} from '#server/auth/queries/factors.ts';
import type { SessionRow } from '#server/auth/queries/sessions.ts';
import type { Context } from '#server/core/context.ts';

import { AuthError } from '../auth-error.ts';
import { CHALLENGE_MS } from '../factors/challenge-lifetime.ts';

const CHALLENGE_RETENTION_MS = 3600_000;

type Purpose = Exclude<ChallengeRow['purpose'], 'factor'>;

/** Saves a challenge. `session`: the session that requested it, or null for a sign-in. */
export async function savePasskeyChallenge(
  context: Context,
  purpose: Purpose,
  expected: string,
  session: SessionRow | null,
): Promise<ChallengeRow> {
  const now = context.realNow();
  const challenge: ChallengeRow = {
    id: randomUUID(),
    purpose,
    userId: session?.userId ?? null,
    sessionId: session?.id ?? null,
    factorId: null,
    expected,
    createdAt: now,
    expiresAt: new Date(now.getTime() + CHALLENGE_MS),
    usedAt: null,
  };
  await deleteChallengesBefore(context.db, new Date(now.getTime() - CHALLENGE_RETENTION_MS));
  await insertChallenge(context.db, challenge);
  return challenge;
}

/** Finds an open challenge; the caller marks it as used. Throws AuthError 'webauthn_challenge_expired'. */
export async function findPasskeyChallenge(
  context: Context,
  id: string,
  purpose: Purpose,
  session: SessionRow | null,
): Promise<{ id: string; expected: string }> {
  const challenge = await findChallenge(context.db, id);
  const isMatching = challenge?.purpose === purpose && challenge.sessionId === (session?.id ?? null);
  if (!isMatching || challenge.expected === null) throw new AuthError('webauthn_challenge_expired');
  return { id: challenge.id, expected: challenge.expected };
}

export const toOptionsPayload = ({ id, expiresAt }: ChallengeRow, options: object) => ({
  challenge_id: id,
  options,
  expires_at: Math.floor(expiresAt.getTime() / 1000),
});
