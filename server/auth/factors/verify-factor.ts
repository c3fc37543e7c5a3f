import type { Context as Call } from 'hono';
import type { z } from 'zod';

import {
  findChallenge,
  useChallenge,
  type ChallengeRow,
  findFactor,
  hasVerifiedFactor,
  markFactorVerified,
  type FactorRow,
} from '#server/auth/queries/factors.ts';
import { revokeFirstLevelSessions, type SessionRow } from '#server/auth/queries/sessions.ts';
import { lockUser } from '#server/auth/queries/users.ts';
import { recordFailedSignIn } from '#server/auth/record-failed-sign-in.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { AuthError } from '../auth-error.ts';
import { getClientInfo, type ClientInfo } from '../client-info.ts';
import { readBody } from '../read-auth-body.ts';
import { recordSecurityEvent } from '../record-security-event.ts';
import { requireSession, requireFullSession } from '../require-session.ts';
import { createSessionResponse } from '../session-response.ts';
import { type IssuedSession, elevateSession } from '../sessions.ts';
import { findOwnFactor } from './challenge-factor.ts';
import { isUsedOrExpired } from './challenge-lifetime.ts';
import { verifyProof, FactorProof, FACTOR_METHODS } from './factor-proof.ts';
import { consumeFactorTry } from './factor-rate-limits.ts';

type FactorVerification = {
  session: SessionRow;
  factor: FactorRow;
  challenge: ChallengeRow;
  proof: z.infer<typeof FactorProof>;
  client: ClientInfo;
};

/** POST factors/{id}/verify: a correct answer elevates the session to `aal2`; the first one verifies the factor. */
export async function verifyFactor(context: Context, call: Call): Promise<Response> {
  const session = await requireSession(context, call);
  const factor = await findOwnFactor(context, call, session);
  if (factor.status === 'unverified') await requireFullSession(context, call);
  const proof = await readBody(call, FactorProof);
  const challenge = await findChallenge(context.db, proof.challenge_id);
  if (challenge?.factorId !== factor.id || challenge.sessionId !== session.id) {
    throw new AuthError('mfa_factor_not_found');
  }
  if (isUsedOrExpired(challenge, context.realNow())) throw new AuthError('mfa_challenge_expired');
  const factorTry = await consumeFactorTry(context, { userId: session.userId, address: clientAddress(call) });
  const verification = { session, factor, challenge, proof, client: getClientInfo(call) };
  const issued = await context.db.transaction((tx) => applyProof(context, tx, verification));
  if (!issued) {
    // A wrong code during enrollment is no failed sign-in.
    if (factor.status === 'verified')
      await recordFailedSignIn(context, session.userId, verification.client.address, FACTOR_METHODS[factor.type]);
    throw new AuthError('mfa_verification_failed');
  }
  await factorTry.markCorrect();
  context.wake('outbox');
  return createSessionResponse(context, call, issued);
}

/**
 * Locks the user's row, so that of two correct answers at once the second sees period, counter and challenge as used.
 * Returns null for a wrong answer, which leaves the challenge open for another try.
 */
async function applyProof(context: Context, tx: Db, verification: FactorVerification): Promise<IssuedSession | null> {
  const { session, challenge, proof, client } = verification;
  const now = context.realNow();
  const user = await lockUser(tx, session.userId);
  const factor = await findFactor(tx, session.userId, verification.factor.id);
  if (!user || !factor) throw new AuthError('mfa_factor_not_found');
  const isFirst = !(await hasVerifiedFactor(tx, user.id));
  if (!isFirst && factor.status === 'unverified' && session.aal === 'aal1') {
    throw new AuthError('insufficient_aal');
  }
  const openChallenge = await findChallenge(tx, challenge.id);
  if (!openChallenge || isUsedOrExpired(openChallenge, now)) throw new AuthError('mfa_challenge_expired');
  const change = await verifyProof(context, tx, { factor, challenge, proof });
  if (!change) return null;
  if (!(await useChallenge(tx, challenge.id, now))) throw new AuthError('mfa_challenge_expired');
  await markFactorVerified(tx, factor.id, change, now);
  if (isFirst) await revokeFirstLevelSessions(tx, user.id, session.id, now);
  if (factor.status === 'unverified') {
    await recordSecurityEvent(context, tx, {
      user,
      kind: 'factor_added',
      client,
      detail: factor.friendlyName,
    });
  }
  return elevateSession(context, tx, { user, session, method: FACTOR_METHODS[factor.type], client });
}
