import type { Context as Call } from 'hono';

import { findSessionWithFactor, type SessionWithFactor } from '#server/auth/queries/sessions.ts';
import type { Context } from '#server/core/context.ts';
import { clientAddress } from '#server/http/rate-limits.ts';
import { addToRequestLog } from '#server/http/request-context.ts';

import { parseBearerToken, verifyAccessToken, type VerifiedClaims } from './access-token.ts';
import { AuthError } from './auth-error.ts';
import { limitRequests } from './auth-rate-limits.ts';
import { isLiveSession, isSuperseded, missingFactors } from './session-validity.ts';

/** Verifies the token of an Authorization header. Returns null when it is invalid or expired. */
export async function verifyBearerToken(
  context: Context,
  authorization: string | null,
): Promise<VerifiedClaims | null> {
  const token = parseBearerToken(authorization);
  const claims = token === null ? null : await verifyAccessToken(context, token);
  if (claims) addToRequestLog({ user: claims.userId });
  return claims;
}

/** Returns the session of a verified access token, or the error code when it has ended or superseded the token. */
export async function findTokenSession(
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
export function assertConfirmedSession({ realNow }: Context, session: SessionWithFactor): void {
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

/** Like `requireSession`, and throws as `assertConfirmedSession` does. */
export async function requireConfirmedSession(context: Context, call: Call): Promise<SessionWithFactor> {
  const session = await requireSession(context, call);
  assertConfirmedSession(context, session);
  return session;
}
