import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { findSession, updateSessionConfirmed, type SessionRow } from '#server/db/sessions.ts';

import { AuthError } from './auth-error.ts';

/** The ways of a session with this one now. The one that it was signed in by stays the first. */
export function withWay(amr: SessionRow['amr'], method: string, now: Date): SessionRow['amr'] {
  const way = { method, timestamp: Math.floor(now.getTime() / 1000) };
  const place = amr.findIndex((known) => known.method === method);
  return place < 0 ? [...amr, way] : amr.with(place, way);
}

/**
 * Notes that the session's user has just shown who they are, and how: tokens from before are over soon after (OWASP ASVS
 * 7.2.4). For a transaction that holds the user's row. Throws AuthError 'session_not_found'.
 */
export async function confirmSession(
  context: Context,
  tx: Db,
  sessionId: string,
  method: 'password' | 'otp',
): Promise<void> {
  const now = context.realNow();
  const session = await findSession(tx, sessionId);
  if (!session) throw new AuthError('session_not_found');
  await updateSessionConfirmed(tx, sessionId, withWay(session.amr, method, now), now);
}
