import type { Context as Call } from 'hono';

import type { Context } from '#server/context.ts';
import { hasVerifiedFactor } from '#server/db/factors.ts';
import { findSession, type SessionRow } from '#server/db/sessions.ts';

import { clientAddress } from '#server/http/rate-limits.ts';
import { tellOfRequest } from '#server/http/request-told.ts';

import { bearerFrom, readAccessToken } from './access-token.ts';
import { AuthError } from './auth-error.ts';
import { limitEveryday } from './auth-limits.ts';
import { isLiveSession, isSuperseded, unshownSteps } from './session-life.ts';

/**
 * Returns the bearer's live session at any assurance level, for the few routes that lead to the second factor or sign
 * out. Throws AuthError 'no_authorization', 'bad_jwt', 'session_not_found'.
 */
export async function currentSession(context: Context, call: Call): Promise<SessionRow> {
  const bearer = bearerFrom(call.req.header('authorization'));
  if (bearer === null) throw new AuthError('no_authorization');
  const claims = await readAccessToken(context, bearer);
  if (!claims) throw new AuthError('bad_jwt');
  tellOfRequest({ user: claims.userId });
  const session = await findSession(context.db, claims.sessionId);
  const now = context.realNow();
  if (!session || session.userId !== claims.userId || !isLiveSession(session, now)) {
    throw new AuthError('session_not_found');
  }
  if (isSuperseded(session, claims.issuedAt, now)) throw new AuthError('bad_jwt');
  await limitEveryday(context, session.userId, clientAddress(call));
  return session;
}

/** Like `requireSession`, but requires `aal2` if the user has a factor: throws AuthError 'insufficient_aal'. */
export async function fullSession(context: Context, call: Call): Promise<SessionRow> {
  const session = await currentSession(context, call);
  if (session.aal === 'aal1' && (await hasVerifiedFactor(context.db, session.userId))) {
    throw new AuthError('insufficient_aal');
  }
  return session;
}

/** Like `requireFullSession`, but requires recent authentication. Also throws AuthError 'reauthentication_needed'. */
export async function confirmedSession(context: Context, call: Call): Promise<SessionRow> {
  const session = await fullSession(context, call);
  if (!(await hasShownAll(context, session))) throw new AuthError('reauthentication_needed');
  return session;
}

/** Returns true when the user has authenticated with all their factors within the last minutes. */
async function hasShownAll(context: Context, session: SessionRow): Promise<boolean> {
  const hasFactor = await hasVerifiedFactor(context.db, session.userId);
  return unshownSteps(session, hasFactor, context.realNow()).length === 0;
}
