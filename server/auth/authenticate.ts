import { AppError } from '#domain/errors.ts';
import { findSessionWithFactor } from '#server/auth/queries/sessions.ts';
import { getOrCreateSellerId } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import type { VerifiedClaims } from './access-token.ts';
import { isEmailConfirmed } from './email-confirmation.ts';
import { findTokenSession, verifyBearerToken } from './require-session.ts';
import { missingFactors } from './session-validity.ts';

export type Caller = {
  userId: string;
  sessionId: string;
  sellerId: string;
  email: string;
  aal: 'aal1' | 'aal2';
};

/** 'session': a live session suffices. 'confirmed': the user must have authenticated recently. */
export type AuthLevel = 'session' | 'confirmed';

/**
 * Authenticates an Authorization header. Throws AppError 'unauthorized', 'insufficient_aal', 'confirmation_needed', and
 * with `confirmedEmail` also 'email_not_confirmed'. Reads the session row on each call, so that a revoked session is
 * refused at once even if its token has not expired.
 */
export async function authenticate(
  context: Context,
  authorization: string | null,
  level: AuthLevel,
  { confirmedEmail = false }: { confirmedEmail?: boolean } = {},
): Promise<Caller> {
  const claims = await verifyBearerToken(context, authorization);
  if (!claims) throw new AppError('unauthorized');
  // Read before the session: account recovery confirms the address and revokes older sessions in one commit.
  const isConfirmed = !confirmedEmail || (await isEmailConfirmed(context, claims.userId));
  await checkSession(context, claims, level);
  if (!isConfirmed) throw new AppError('email_not_confirmed', { facts: { email: claims.email } });
  const { userId, sessionId, email, aal } = claims;
  return { userId, sessionId, email, aal, sellerId: await findOrCreateSellerId(context, userId) };
}

async function checkSession(context: Context, claims: VerifiedClaims, level: AuthLevel): Promise<void> {
  const session = await findTokenSession(context, claims);
  if (typeof session === 'string') throw new AppError('unauthorized');
  if (session.aal === 'aal1' && session.hasVerifiedFactor) throw new AppError('insufficient_aal');
  if (level === 'confirmed' && missingFactors(session, session.hasVerifiedFactor, context.realNow()).length > 0) {
    throw new AppError('confirmation_needed');
  }
}

/**
 * Requires step-up authentication in a function that needs it only for some changes. API keys pass, because creating
 * one required it. Throws AppError 'confirmation_needed'.
 */
export async function requireStepUp(
  { realNow }: Context,
  tx: Db,
  { caller, keyId }: { caller: Caller; keyId?: string },
): Promise<void> {
  if (keyId !== undefined) return;
  const session = await findSessionWithFactor(tx, caller.sessionId);
  if (!session || missingFactors(session, session.hasVerifiedFactor, realNow()).length > 0)
    throw new AppError('confirmation_needed');
}

async function findOrCreateSellerId(context: Context, userId: string): Promise<string> {
  const { sellerIds } = context.caches;
  const cachedId = sellerIds.get(userId);
  if (cachedId) return cachedId;
  const sellerId = await getOrCreateSellerId(context.db, userId, context.now());
  sellerIds.set(userId, sellerId);
  return sellerId;
}
