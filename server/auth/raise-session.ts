import { audit } from '#server/audit/audit.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { updateSessionRaised } from '#server/db/session-levels.ts';
import type { SessionRow } from '#server/db/sessions.ts';
import type { UserRow } from '#server/db/users.ts';
import { tellOfRequest } from '#server/http/request-told.ts';

import { AuthError } from './auth-error.ts';
import { withWay } from './confirm-session.ts';
import { nextRefreshToken } from './next-refresh-token.ts';
import type { OpenSession } from './open-session.ts';
import type { Visitor } from './visitor.ts';

/** AMR method of the second factor, as in GoTrue. */
export type SecondStep = 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'mfa/recovery_code';

/**
 * Elevates a session to `aal2`, in the caller's transaction, writes an audit entry and rotates the refresh token.
 * Throws AuthError 'session_not_found'.
 */
export async function raiseSession(
  context: Context,
  tx: Db,
  { user, session, step, from }: { user: UserRow; session: SessionRow; step: SecondStep; from: Visitor },
): Promise<OpenSession> {
  const now = context.realNow();
  const raised = await updateSessionRaised(tx, session.id, withWay(session.amr, step, now), now);
  if (!raised) throw new AuthError('session_not_found');
  await audit(context, tx, {
    actor: 'seller',
    actorId: user.id,
    act: 'signed_in',
    subject: user.id,
    facts: { kind: 'second_step', method: step },
    address: from.address,
  });
  tellOfRequest({ method: step });
  return { user, session: raised, refreshToken: await nextRefreshToken(context, tx, session.id) };
}
