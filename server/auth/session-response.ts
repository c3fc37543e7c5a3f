import type { Context as Call } from 'hono';

import { listFactors } from '#server/auth/queries/factors.ts';
import { listIdentities } from '#server/auth/queries/identities.ts';
import type { Context } from '#server/core/context.ts';
import { addToRequestLog } from '#server/http/request-context.ts';

import { ACCESS_TOKEN_SECONDS, signAccessToken } from './access-token.ts';
import { toUserPayload } from './get-user.ts';
import type { IssuedSession } from './sessions.ts';

/** Response of each sign-in route, after its commit. Without `expires_at`: the client computes it by its own clock. */
export async function createSessionResponse(context: Context, call: Call, issued: IssuedSession): Promise<Response> {
  const { user, session, refreshToken, isNewDevice } = issued;
  addToRequestLog({ user: user.id });
  if (isNewDevice) context.wake('outbox');
  const factors = await listFactors(context.db, user.id);
  const accessToken = await signAccessToken(context, {
    userId: user.id,
    sessionId: session.id,
    email: user.email,
    aal: session.aal,
    amr: session.amr,
    hasVerifiedFactor: factors.some(({ status }) => status === 'verified'),
  });
  return call.json({
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    refresh_token: refreshToken,
    user: toUserPayload(user, await listIdentities(context.db, user.id), factors),
  });
}
