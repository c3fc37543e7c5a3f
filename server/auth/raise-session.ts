import { recordAudit } from '#server/audit/audit.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { storeElevatedSession } from '#server/db/session-levels.ts';
import type { SessionRow } from '#server/db/sessions.ts';
import type { UserRow } from '#server/db/users.ts';
import { addToRequestLog } from '#server/http/request-told.ts';

import { AuthError } from './auth-error.ts';
import { withAuthMethod } from './confirm-session.ts';
import { rotateRefreshToken } from './next-refresh-token.ts';
import type { IssuedSession } from './open-session.ts';
import type { ClientInfo } from './visitor.ts';

/** AMR method of the second factor, as in GoTrue. */
export type FactorMethod = 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'mfa/recovery_code';

/**
 * Elevates a session to `aal2`, in the caller's transaction, writes an audit entry and rotates the refresh token.
 * Throws AuthError 'session_not_found'.
 */
export async function elevateSession(
  context: Context,
  tx: Db,
  { user, session, method, client }: { user: UserRow; session: SessionRow; method: FactorMethod; client: ClientInfo },
): Promise<IssuedSession> {
  const now = context.realNow();
  const elevated = await storeElevatedSession(tx, session.id, withAuthMethod(session.amr, method, now), now);
  if (!elevated) throw new AuthError('session_not_found');
  await recordAudit(context, tx, {
    actor: 'seller',
    actorId: user.id,
    action: 'signed_in',
    subject: user.id,
    facts: { kind: 'second_step', method: method },
    address: client.address,
  });
  addToRequestLog({ method: method });
  return { user, session: elevated, refreshToken: await rotateRefreshToken(context, tx, session.id) };
}
