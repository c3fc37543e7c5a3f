import type { Context as Call } from 'hono';

import type { Context } from '#server/context.ts';
import { deleteFactor, hasVerifiedFactor, type FactorRow } from '#server/db/factors.ts';
import { deleteRecoveryCodes } from '#server/db/recovery-codes.ts';
import { updateSessionsLowered } from '#server/db/session-levels.ts';
import { lockUser } from '#server/db/users.ts';

import { refuseBody } from '../auth-body.ts';
import { AuthError } from '../auth-error.ts';
import { confirmedSession, fullSession } from '../current-session.ts';
import { noteEvent } from '../note-event.ts';
import { visitorOf, type Visitor } from '../visitor.ts';
import { ownFactor } from './own-factor.ts';

/** DELETE factors/{id}. Removing the last factor ends two-factor authentication and deletes the recovery codes. */
export async function unenrollFactor(context: Context, call: Call): Promise<Response> {
  const session = await fullSession(context, call);
  const factor = await ownFactor(context, call, session);
  if (factor.status === 'verified') await confirmedSession(context, call);
  await refuseBody(call);
  await remove(context, factor, visitorOf(call));
  context.ring('outbox');
  return call.json({ id: factor.id });
}

async function remove(context: Context, factor: FactorRow, from: Visitor): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, factor.userId);
    if (!user) throw new AuthError('user_not_found');
    const removed = await deleteFactor(tx, factor.id);
    if (!removed) throw new AuthError('mfa_factor_not_found');
    // A concurrent request has just verified the factor, so removing it needs reauthentication.
    if (removed.status !== factor.status) throw new AuthError('reauthentication_needed');
    if (removed.status === 'unverified') return;
    await noteEvent(context, tx, { user, kind: 'factor_removed', from, detail: factor.friendlyName });
    if (await hasVerifiedFactor(tx, user.id)) return;
    await deleteRecoveryCodes(tx, user.id);
    await updateSessionsLowered(tx, user.id);
  });
}
