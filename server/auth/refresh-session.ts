import type { Context as Call } from 'hono';
import { z } from 'zod';

import {
  findChildToken,
  findRefreshToken,
  markRefreshTokenUsed,
  type RefreshTokenRow,
  findSession,
  revokeSession,
  updateActiveSession,
} from '#server/auth/queries/sessions.ts';
import { findUser } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { forLog } from '#server/db/database-errors.ts';

import { AuthError, isAuthError } from './auth-error.ts';
import { limitRefreshes, limitSessionRefreshes } from './auth-rate-limits.ts';
import { getClientInfo, type ClientInfo } from './client-info.ts';
import { readBody } from './read-auth-body.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { createSessionResponse } from './session-response.ts';
import { isLiveSession } from './session-validity.ts';
import { createRefreshToken, type IssuedSession } from './sessions.ts';
import { transactionWithMail } from './transaction-with-mail.ts';

/** A used token returns its child for this long after its own first use, because several tabs refresh at once. */
const REUSE_GRACE_MS = 20_000;
const RETRY_AFTER_S = 5;

const Refresh = z.object({ refresh_token: z.string().min(1).max(512) });

/** POST token?grant_type=refresh_token. Internal errors answer 503, which clients retry; other errors sign them out. */
export async function refreshSession(context: Context, call: Call): Promise<Response> {
  try {
    const { refresh_token: token } = await readBody(call, Refresh);
    const client = getClientInfo(call);
    await limitRefreshes(context, client.address);
    return await createSessionResponse(context, call, await refreshTokens(context, token, client));
  } catch (error) {
    if (isAuthError(error)) throw error;
    context.log.error({ err: forLog(error) }, 'session_refresh_failed');
    throw new AuthError('unexpected_failure', { status: 503, retryAfterS: RETRY_AFTER_S });
  }
}

async function refreshTokens(context: Context, token: string, client: ClientInfo): Promise<IssuedSession> {
  const parent = await findRefreshToken(context.db, context.secrets.candidateHashes(token));
  if (!parent) throw new AuthError('refresh_token_not_found');
  const session = await findSession(context.db, parent.sessionId);
  const user = session && (await findUser(context.db, session.userId));
  if (!user || user.deletedAt || !isLiveSession(session, context.realNow())) throw new AuthError('session_expired');
  await limitSessionRefreshes(context, session.id);
  const rotation = parent.usedAt ? null : await rotateOnFirstUse(context, parent, client);
  if (rotation) return { user, ...rotation };
  return { user, session, refreshToken: await reuseChildToken(context, parent, { user, session }, client) };
}

/** Handles the first use of the parent token. Returns null when a concurrent request was first. */
function rotateOnFirstUse(
  context: Context,
  parent: RefreshTokenRow,
  { address, userAgent }: ClientInfo,
): Promise<Pick<IssuedSession, 'session' | 'refreshToken'> | null> {
  const now = context.realNow();
  return context.db.transaction(async (tx) => {
    const session = await updateActiveSession(tx, parent.sessionId, { refreshedAt: now, address, userAgent });
    if (!session) throw new AuthError('session_expired');
    const { token, isFirstChild } = await createRefreshToken(context, tx, session.id, parent.id);
    if (!isFirstChild) return null;
    await markRefreshTokenUsed(tx, parent.id, now);
    return { session, refreshToken: token };
  });
}

/**
 * Returns the child of a used token. An unused child is returned at any time, because the first response may have been
 * lost. Reuse after the child was used means theft and ends the session; so does reuse outside the grace period if the
 * user reauthenticated after the parent was issued (ASVS 7.2.4).
 */
async function reuseChildToken(
  context: Context,
  parent: RefreshTokenRow,
  { user, session }: Pick<IssuedSession, 'user' | 'session'>,
  client: ClientInfo,
): Promise<string> {
  const currentParent = await findRefreshToken(context.db, [parent.tokenHash]);
  const child = await findChildToken(context.db, parent.id);
  if (!currentParent?.usedAt || !child) throw new Error('A used refresh token has no child');
  const isInGrace = context.realNow().getTime() - currentParent.usedAt.getTime() <= REUSE_GRACE_MS;
  const isReauthenticated = session.confirmedAt !== null && parent.createdAt < session.confirmedAt;
  const isResponseLost = child.usedAt === null && !isReauthenticated;
  if (isResponseLost || isInGrace)
    return context.secrets.unseal(child.sealedToken, SEALED_CELLS.refreshToken(child.id));
  await transactionWithMail(context, async (tx) => {
    if (await revokeSession(tx, parent.sessionId, context.realNow()))
      await recordSecurityEvent(context, tx, { user, kind: 'token_reused', client });
  });
  context.log.warn({ sessionId: parent.sessionId }, 'refresh_token_reused');
  throw new AuthError('refresh_token_already_used');
}
