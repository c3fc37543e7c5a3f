import type { Context as Call } from 'hono';

import type { Context } from '#server/context.ts';
import { findSession, type SessionRow } from '#server/db/sessions.ts';

import { bearerFrom, readAccessToken } from './access-token.ts';
import { AuthError } from './auth-error.ts';
import { isLiveSession } from './session-life.ts';

/** The live session of the bearer. Throws AuthError 'no_authorization', 'bad_jwt', 'session_not_found'. */
export async function currentSession(context: Context, call: Call): Promise<SessionRow> {
  const bearer = bearerFrom(call.req.header('authorization'));
  if (bearer === null) throw new AuthError('no_authorization');
  const claims = await readAccessToken(context, bearer);
  if (!claims) throw new AuthError('bad_jwt');
  const session = await findSession(context.db, claims.sessionId);
  if (!session || session.userId !== claims.userId || !isLiveSession(session, context.realNow())) {
    throw new AuthError('session_not_found');
  }
  return session;
}
