import type { Context as Call } from 'hono';
import type { z } from 'zod';

import { auditFailedSignIn } from '#server/audit/failed-sign-in.ts';
import type { Context } from '#server/context.ts';
import { findChallenge, updateChallengeUsed, type ChallengeRow } from '#server/db/challenges.ts';
import type { Db } from '#server/db/client.ts';
import { findFactor, hasVerifiedFactor, updateFactorProven, type FactorRow } from '#server/db/factors.ts';
import { updateFirstLevelRevoked } from '#server/db/session-levels.ts';
import type { SessionRow } from '#server/db/sessions.ts';
import { lockUser } from '#server/db/users.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { bodyOf } from '../auth-body.ts';
import { AuthError } from '../auth-error.ts';
import { currentSession, fullSession } from '../current-session.ts';
import { noteEvent } from '../note-event.ts';
import type { OpenSession } from '../open-session.ts';
import { raiseSession } from '../raise-session.ts';
import { sessionAnswer } from '../session-answer.ts';
import { visitorOf, type Visitor } from '../visitor.ts';
import { isSpent } from './challenge-life.ts';
import { takeAttempt } from './factor-limits.ts';
import { checkedProof, Proof, STEPS } from './factor-proof.ts';
import { ownFactor } from './own-factor.ts';

type Answered = {
  session: SessionRow;
  factor: FactorRow;
  challenge: ChallengeRow;
  proof: z.infer<typeof Proof>;
  from: Visitor;
};

/** POST factors/{id}/verify: a correct answer elevates the session to `aal2`; the first one verifies the factor. */
export async function verifyFactor(context: Context, call: Call): Promise<Response> {
  const session = await currentSession(context, call);
  const factor = await ownFactor(context, call, session);
  if (factor.status === 'unverified') await fullSession(context, call);
  const proof = await bodyOf(call, Proof);
  const challenge = await findChallenge(context.db, proof.challenge_id);
  if (challenge?.factorId !== factor.id || challenge.sessionId !== session.id) {
    throw new AuthError('mfa_factor_not_found');
  }
  if (isSpent(challenge, context.realNow())) throw new AuthError('mfa_challenge_expired');
  const attempt = await takeAttempt(context, { userId: session.userId, address: clientAddress(call) });
  const answered = { session, factor, challenge, proof, from: visitorOf(call) };
  const opened = await context.db.transaction((tx) => prove(context, tx, answered));
  if (!opened) {
    // A wrong code during enrollment is no failed sign-in.
    if (factor.status === 'verified')
      await auditFailedSignIn(context, session.userId, answered.from.address, STEPS[factor.type]);
    throw new AuthError('mfa_verification_failed');
  }
  await attempt.wasRight();
  context.ring('outbox');
  return sessionAnswer(context, call, opened);
}

/**
 * Locks the user's row, so that of two correct answers at once the second sees period, counter and challenge as used.
 * Returns null for a wrong answer, which leaves the challenge open for another try.
 */
async function prove(context: Context, tx: Db, answered: Answered): Promise<OpenSession | null> {
  const { session, challenge, proof, from } = answered;
  const now = context.realNow();
  const user = await lockUser(tx, session.userId);
  const factor = await findFactor(tx, session.userId, answered.factor.id);
  if (!user || !factor) throw new AuthError('mfa_factor_not_found');
  const isFirst = !(await hasVerifiedFactor(tx, user.id));
  if (!isFirst && factor.status === 'unverified' && session.aal === 'aal1') {
    throw new AuthError('insufficient_aal');
  }
  const held = await findChallenge(tx, challenge.id);
  if (!held || isSpent(held, now)) throw new AuthError('mfa_challenge_expired');
  const change = await checkedProof(context, tx, { factor, challenge, proof });
  if (!change) return null;
  if (!(await updateChallengeUsed(tx, challenge.id, now))) throw new AuthError('mfa_challenge_expired');
  await updateFactorProven(tx, factor.id, change, now);
  if (isFirst) await updateFirstLevelRevoked(tx, user.id, session.id, now);
  if (factor.status === 'unverified') {
    await noteEvent(context, tx, { user, kind: 'factor_added', from, detail: factor.friendlyName });
  }
  return raiseSession(context, tx, { user, session, step: STEPS[factor.type], from });
}
