import type { Context as Call } from 'hono';

import { hasVerifiedFactor } from '#server/auth/queries/factors.ts';
import { findSession, type SessionRow } from '#server/auth/queries/sessions.ts';
import type { Context } from '#server/core/context.ts';
import { clientAddress } from '#server/http/rate-limits.ts';
import { addToRequestLog } from '#server/http/request-context.ts';

import { parseBearerToken, verifyAccessToken } from './access-token.ts';
import { AuthError } from './auth-error.ts';
import { limitRequests } from './auth-rate-limits.ts';
import { isLiveSession, isSuperseded, missingFactors } from './session-validity.ts';

/**
 * Returns the bearer's live session at any assurance level, for the few routes that lead to the second factor or sign
 * out. Throws AuthError 'no_authorization', 'bad_jwt', 'session_not_found'.
 */
export async function requireSession(context: Context, call: Call): Promise<SessionRow> {
  const bearer = parseBearerToken(call.req.header('authorization'));
  if (bearer === null) throw new AuthError('no_authorization');
  const claims = await verifyAccessToken(context, bearer);
  if (!claims) throw new AuthError('bad_jwt');
  addToRequestLog({ user: claims.userId });
  const session = await findSession(context.db, claims.sessionId);
  const now = context.realNow();
  if (!session || session.userId !== claims.userId || !isLiveSession(session, now)) {
    throw new AuthError('session_not_found');
  }
  if (isSuperseded(session, claims.issuedAt, now)) throw new AuthError('bad_jwt');
  await limitRequests(context, session.userId, clientAddress(call));
  return session;
}

/** Like `requireSession`, but requires `aal2` if the user has a factor: throws AuthError 'insufficient_aal'. */
export async function requireFullSession(context: Context, call: Call): Promise<SessionRow> {
  const session = await requireSession(context, call);
  if (session.aal === 'aal1' && (await hasVerifiedFactor(context.db, session.userId))) {
    throw new AuthError('insufficient_aal');
  }
  return session;
}

/** Like `requireFullSession`, but requires recent authentication. Also throws AuthError 'reauthentication_needed'. */
export async function requireConfirmedSession(context: Context, call: Call): Promise<SessionRow> {
  const session = await requireFullSession(context, call);
  if (!(await isRecentlyConfirmed(context, session))) throw new AuthError('reauthentication_needed');
  return session;
}

/** Returns true when the user has authenticated with all their factors within the last minutes. */
async function isRecentlyConfirmed(context: Context, session: SessionRow): Promise<boolean> {
  const hasFactor = await hasVerifiedFactor(context.db, session.userId);
  return missingFactors(session, hasFactor, context.realNow()).length === 0;
}
