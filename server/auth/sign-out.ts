import type { Context as Call } from 'hono';
import { z } from 'zod';

import { revokeSession, revokeUserSessions, type SessionRow } from '#server/auth/queries/sessions.ts';
import { findUser } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import { AuthError } from './auth-error.ts';
import { getClientInfo, type ClientInfo } from './client-info.ts';
import { assertEmptyBody, parseQueryParam } from './read-auth-body.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { requireSession } from './require-session.ts';

const Scope = z.enum(['global', 'local', 'others']).default('global');

/** POST logout: ends this session, the user's other sessions or all of them. */
export async function signOut(context: Context, call: Call): Promise<Response> {
  const scope = parseQueryParam(call, 'scope', Scope);
  await assertEmptyBody(call);
  const session = await requireSession(context, call);
  await context.db.transaction(async (tx) => {
    if (scope !== 'local') await endOtherSessions(context, tx, session, getClientInfo(call));
    if (scope !== 'others') await endSession(context, tx, session, getClientInfo(call));
  });
  return call.body(null, 204);
}

async function endSession(context: Context, tx: Db, session: SessionRow, client: ClientInfo): Promise<void> {
  if (!(await revokeSession(tx, session.id, context.realNow()))) return;
  await recordSecurityEvent(context, tx, {
    user: await findSessionUser(tx, session),
    kind: 'signed_out',
    client,
  });
}

async function endOtherSessions(context: Context, tx: Db, session: SessionRow, client: ClientInfo): Promise<void> {
  const endedCount = await revokeUserSessions(tx, session.userId, session.id, context.realNow());
  if (endedCount === 0) return;
  await recordSecurityEvent(context, tx, {
    user: await findSessionUser(tx, session),
    kind: 'other_sessions_ended',
    client,
  });
}

async function findSessionUser(tx: Db, session: SessionRow) {
  const user = await findUser(tx, session.userId);
  if (!user) throw new AuthError('user_not_found');
  return user;
}
