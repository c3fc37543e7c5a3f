import type { Context as Call } from 'hono';

import { AppError } from '#domain/errors.ts';
import { findSessionWithFactor, type SessionWithFactor } from '#server/auth/queries/sessions.ts';
import { getOrCreateSellerId } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { clientAddress } from '#server/http/rate-limits.ts';
import { addToRequestLog } from '#server/http/request-context.ts';

import { parseBearerToken, verifyAccessToken, type VerifiedClaims } from './access-token.ts';
import { AuthError } from './auth-error.ts';
import { limitRequests } from './auth-rate-limits.ts';
import { isEmailConfirmed } from './email-confirmation.ts';
import { isLiveSession, isSuperseded, missingFactors } from './session-validity.ts';

export type Caller = {
  userId: string;
  sessionId: string;
  sellerId: string;
  email: string;
  aal: 'aal1' | 'aal2';
};

/** 'session': a live session suffices. 'step-up': the user must have authenticated recently. */
export type AuthLevel = 'session' | 'step-up';

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
  if (level === 'step-up' && missingFactors(session, session.hasVerifiedFactor, context.realNow()).length > 0) {
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

/** Verifies the token of an Authorization header. Returns null when it is invalid or expired. */
async function verifyBearerToken(context: Context, authorization: string | null): Promise<VerifiedClaims | null> {
  const token = parseBearerToken(authorization);
  const claims = token === null ? null : await verifyAccessToken(context, token);
  if (claims) addToRequestLog({ user: claims.userId });
  return claims;
}

/** Returns the session of a verified access token, or the error code when it has ended or superseded the token. */
async function findTokenSession(
  { db, realNow }: Context,
  { sessionId, userId, issuedAt }: VerifiedClaims,
): Promise<SessionWithFactor | 'session_not_found' | 'bad_jwt'> {
  const session = await findSessionWithFactor(db, sessionId);
  const now = realNow();
  if (session?.userId !== userId || !isLiveSession(session, now)) return 'session_not_found';
  return isSuperseded(session, issuedAt, now) ? 'bad_jwt' : session;
}

/**
 * Returns the bearer's live session at any assurance level, for the few routes that lead to the second factor or sign
 * out. Throws AuthError 'no_authorization', 'bad_jwt', 'session_not_found'.
 */
export async function requireSession(context: Context, call: Call): Promise<SessionWithFactor> {
  const authorization = call.req.header('authorization') ?? null;
  if (parseBearerToken(authorization) === null) throw new AuthError('no_authorization');
  const claims = await verifyBearerToken(context, authorization);
  const session = claims ? await findTokenSession(context, claims) : 'bad_jwt';
  if (typeof session === 'string') throw new AuthError(session);
  await limitRequests(context, session.userId, clientAddress(call));
  return session;
}

/** Requires `aal2` if the user has a factor. Throws AuthError 'insufficient_aal'. */
export function assertFullSession({ aal, hasVerifiedFactor }: SessionWithFactor): void {
  if (aal === 'aal1' && hasVerifiedFactor) throw new AuthError('insufficient_aal');
}

/** Like `assertFullSession`, but also requires that the user has authenticated with all their factors recently. */
export function assertStepUp({ realNow }: Context, session: SessionWithFactor): void {
  assertFullSession(session);
  const missing = missingFactors(session, session.hasVerifiedFactor, realNow());
  if (missing.length > 0) throw new AuthError('reauthentication_needed');
}

/** Like `requireSession`, and throws as `assertFullSession` does. */
export async function requireFullSession(context: Context, call: Call): Promise<SessionWithFactor> {
  const session = await requireSession(context, call);
  assertFullSession(session);
  return session;
}

/** Like `requireSession`, and throws as `assertStepUp` does. */
export async function requireStepUpSession(context: Context, call: Call): Promise<SessionWithFactor> {
  const session = await requireSession(context, call);
  assertStepUp(context, session);
  return session;
}
