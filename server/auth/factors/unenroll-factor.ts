import type { Context as Call } from 'hono';

import { deleteFactor, hasVerifiedFactor, type FactorRow, deleteRecoveryCodes } from '#server/auth/queries/factors.ts';
import { lowerSessions } from '#server/auth/queries/sessions.ts';
import { lockUser } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';

import { AuthError } from '../auth-error.ts';
import { getClientInfo, type ClientInfo } from '../client-info.ts';
import { assertEmptyBody } from '../read-auth-body.ts';
import { recordSecurityEvent } from '../record-security-event.ts';
import { requireConfirmedSession, requireFullSession } from '../require-session.ts';
import { findOwnFactor } from './challenge-factor.ts';

/** DELETE factors/{id}. Removing the last factor ends two-factor authentication and deletes the recovery codes. */
export async function unenrollFactor(context: Context, call: Call): Promise<Response> {
  const session = await requireFullSession(context, call);
  const factor = await findOwnFactor(context, call, session);
  if (factor.status === 'verified') await requireConfirmedSession(context, call);
  await assertEmptyBody(call);
  await removeFactor(context, factor, getClientInfo(call));
  context.wake('outbox');
  return call.json({ id: factor.id });
}

async function removeFactor(context: Context, factor: FactorRow, client: ClientInfo): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, factor.userId);
    if (!user) throw new AuthError('user_not_found');
    const removed = await deleteFactor(tx, factor.id);
    if (!removed) throw new AuthError('mfa_factor_not_found');
    // A concurrent request has just verified the factor, so removing it needs reauthentication.
    if (removed.status !== factor.status) throw new AuthError('reauthentication_needed');
    if (removed.status === 'unverified') return;
    await recordSecurityEvent(context, tx, {
      user,
      kind: 'factor_removed',
      client,
      detail: factor.friendlyName,
    });
    if (await hasVerifiedFactor(tx, user.id)) return;
    await deleteRecoveryCodes(tx, user.id);
    await lowerSessions(tx, user.id);
  });
}
