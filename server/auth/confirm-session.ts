import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { findSession, recordAuthentication, type SessionRow } from '#server/db/sessions.ts';

import { AuthError } from './auth-error.ts';

/** Adds or updates the entry of `method`. The method of the sign-in stays first. */
export function withAuthMethod(amr: SessionRow['amr'], method: string, now: Date): SessionRow['amr'] {
  const entry = { method, timestamp: Math.floor(now.getTime() / 1000) };
  const index = amr.findIndex((existing) => existing.method === method);
  return index < 0 ? [...amr, entry] : amr.with(index, entry);
}

/**
 * Records that the session's user has just reauthenticated, and how. Earlier access tokens expire soon after (OWASP
 * ASVS 7.2.4). Needs a transaction that locks the user's row. Throws AuthError 'session_not_found'.
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
  await recordAuthentication(tx, sessionId, withAuthMethod(session.amr, method, now), now);
}
