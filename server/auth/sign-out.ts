import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { updateSessionRevoked, updateSessionsRevoked, type SessionRow } from '#server/db/sessions.ts';
import { findUser } from '#server/db/users.ts';

import { refuseBody, wordOf } from './auth-body.ts';
import { AuthError } from './auth-error.ts';
import { currentSession } from './current-session.ts';
import { noteEvent } from './note-event.ts';
import { visitorOf, type Visitor } from './visitor.ts';

const Scope = z.enum(['global', 'local', 'others']).default('global');

/** POST logout: ends this session, the user's other sessions or all of them. */
export async function signOut(context: Context, call: Call): Promise<Response> {
  const scope = wordOf(call, 'scope', Scope);
  await refuseBody(call);
  const session = await currentSession(context, call);
  await context.db.transaction(async (tx) => {
    if (scope !== 'local') await endOthers(context, tx, session, visitorOf(call));
    if (scope !== 'others') await endThis(context, tx, session, visitorOf(call));
  });
  return call.body(null, 204);
}

async function endThis(context: Context, tx: Db, session: SessionRow, from: Visitor): Promise<void> {
  if (!(await updateSessionRevoked(tx, session.id, context.realNow()))) return;
  await noteEvent(context, tx, { user: await userOf(tx, session), kind: 'signed_out', from });
}

async function endOthers(context: Context, tx: Db, session: SessionRow, from: Visitor): Promise<void> {
  const ended = await updateSessionsRevoked(tx, session.userId, session.id, context.realNow());
  if (ended === 0) return;
  await noteEvent(context, tx, { user: await userOf(tx, session), kind: 'other_sessions_ended', from });
}

async function userOf(tx: Db, session: SessionRow) {
  const user = await findUser(tx, session.userId);
  if (!user) throw new AuthError('user_not_found');
  return user;
}
