import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import {
  findUnusedRefreshToken,
  insertRefreshToken,
  updateRefreshTokenUsed,
} from '#server/db/refresh-tokens.ts';
import { updateSessionRaised } from '#server/db/session-levels.ts';
import type { SessionRow } from '#server/db/sessions.ts';
import type { UserRow } from '#server/db/users.ts';

import { AuthError } from './auth-error.ts';
import { newRefreshToken, type OpenSession } from './open-session.ts';

/** How a second step was taken, in the client's words. */
export type SecondStep = 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'mfa/recovery_code';

/**
 * Lifts a session to the second level, in the caller's transaction. Its chain of refresh tokens goes on: whoever stole
 * the one from before the step comes with a used token. Throws AuthError 'session_not_found'.
 */
export async function raiseSession(
  context: Context,
  tx: Db,
  { user, session, step }: { user: UserRow; session: SessionRow; step: SecondStep },
): Promise<OpenSession> {
  const now = context.realNow();
  const amr = [
    ...session.amr.filter(({ method }) => method !== step),
    { method: step, timestamp: Math.floor(now.getTime() / 1000) },
  ];
  const raised = await updateSessionRaised(tx, session.id, amr, now);
  if (!raised) throw new AuthError('session_not_found');
  const parent = await findUnusedRefreshToken(tx, session.id);
  const { token, row } = newRefreshToken(context, session.id, parent?.id ?? null);
  await insertRefreshToken(tx, row);
  if (parent) await updateRefreshTokenUsed(tx, parent.id, now);
  return { user, session: raised, refreshToken: token };
}
