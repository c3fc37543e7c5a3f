import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';
import {
  findChildOf,
  findRefreshToken,
  insertRefreshToken,
  updateRefreshTokenUsed,
  type RefreshTokenRow,
} from '#server/db/refresh-tokens.ts';
import { forLog } from '#server/db/failed-query.ts';
import { findSession, updateSessionRefreshed, updateSessionRevoked } from '#server/db/sessions.ts';
import { findUser } from '#server/db/users.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

import { bodyOf } from './auth-body.ts';
import { AuthError, isAuthError } from './auth-error.ts';
import { limitRefreshes, limitRefreshesOf } from './auth-limits.ts';
import { noteEvent } from './note-event.ts';
import { newRefreshToken, type OpenSession } from './open-session.ts';
import { sessionAnswer } from './session-answer.ts';
import { isLiveSession } from './session-life.ts';
import { visitorOf, type Visitor } from './visitor.ts';

/** A used token returns its child for this long after the child was used, because several tabs refresh at once. */
const GRACE_MS = 20_000;
const TRY_AGAIN_S = 5;

const Refresh = z.object({ refresh_token: z.string().min(1).max(512) });

/** POST token?grant_type=refresh_token. Internal errors answer 503, which clients retry; other errors sign them out. */
export async function refresh(context: Context, call: Call): Promise<Response> {
  try {
    const { refresh_token: token } = await bodyOf(call, Refresh);
    const from = visitorOf(call);
    await limitRefreshes(context, from.address);
    return await sessionAnswer(context, call, await refreshed(context, token, from));
  } catch (error) {
    if (isAuthError(error)) throw error;
    context.log.error({ err: forLog(error) }, 'a session could not be refreshed');
    throw new AuthError('unexpected_failure', { status: 503, retryAfterS: TRY_AGAIN_S });
  }
}

async function refreshed(context: Context, token: string, from: Visitor): Promise<OpenSession> {
  const parent = await findRefreshToken(context.db, context.secrets.hashes(token));
  if (!parent) throw new AuthError('refresh_token_not_found');
  const session = await findSession(context.db, parent.sessionId);
  const user = session && (await findUser(context.db, session.userId));
  if (!user || user.deletedAt || !isLiveSession(session, context.realNow()))
    throw new AuthError('session_expired');
  await limitRefreshesOf(context, session.id);
  const rotation = parent.usedAt ? null : await rotated(context, parent, from);
  if (rotation) return { user, ...rotation };
  return { user, session, refreshToken: await childAgain(context, parent, { user, session }, from) };
}

/** Handles the first use of the parent token. Returns null when a concurrent request was first. */
function rotated(
  context: Context,
  parent: RefreshTokenRow,
  { address, userAgent }: Visitor,
): Promise<Pick<OpenSession, 'session' | 'refreshToken'> | null> {
  const now = context.realNow();
  const child = newRefreshToken(context, parent.sessionId, parent.id);
  return context.db.transaction(async (tx) => {
    const session = await updateSessionRefreshed(tx, parent.sessionId, {
      refreshedAt: now,
      address,
      userAgent,
    });
    if (!session) throw new AuthError('session_expired');
    if (!(await insertRefreshToken(tx, child.row))) return null;
    await updateRefreshTokenUsed(tx, parent.id, now);
    return { session, refreshToken: child.token };
  });
}

/**
 * Returns the child of a used token. An unused child is returned at any time, because the first response may have been
 * lost. Reuse after the child was used means theft and ends the session; so does reuse outside the grace period if the
 * user reauthenticated after the parent was issued (ASVS 7.2.4).
 */
async function childAgain(
  context: Context,
  parent: RefreshTokenRow,
  { user, session }: Pick<OpenSession, 'user' | 'session'>,
  from: Visitor,
): Promise<string> {
  const used = await findRefreshToken(context.db, [parent.tokenHash]);
  const child = await findChildOf(context.db, parent.id);
  if (!used?.usedAt || !child) throw new Error('A used refresh token has no child');
  const isInGrace = context.realNow().getTime() - used.usedAt.getTime() <= GRACE_MS;
  const isSuperseded = session.confirmedAt !== null && parent.createdAt < session.confirmedAt;
  const isLostAnswer = child.usedAt === null && !isSuperseded;
  if (isLostAnswer || isInGrace)
    return context.secrets.unseal(child.sealedToken, SEALED_CELLS.refreshToken(child.id));
  await context.db.transaction(async (tx) => {
    if (await updateSessionRevoked(tx, parent.sessionId, context.realNow()))
      await noteEvent(context, tx, { user, kind: 'token_reused', from });
  });
  context.ring('outbox');
  context.log.warn({ sessionId: parent.sessionId }, 'refresh token was used again: session revoked');
  throw new AuthError('refresh_token_already_used');
}
