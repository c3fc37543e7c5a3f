import type { Context as Call } from 'hono';
import { z } from 'zod';

import { revokeSession, revokeUserSessions } from '#server/auth/queries/sessions.ts';
import { findUser } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';

import { AuthError } from './auth-error.ts';
import { requireSession } from './authenticate.ts';
import { getClientInfo } from './client-info.ts';
import { assertEmptyBody, parseQueryParam } from './read-auth-body.ts';
import { recordSecurityEvent } from './record-security-event.ts';

const Scope = z.enum(['global', 'local', 'others']).default('global');

/** POST logout: ends this session, the user's other sessions or all of them. */
export async function signOut(context: Context, call: Call): Promise<Response> {
  const scope = parseQueryParam(call, 'scope', Scope);
  await assertEmptyBody(call);
  const session = await requireSession(context, call);
  const client = getClientInfo(call);
  await context.db.transaction(async (tx) => {
    const user = await findUser(tx, session.userId);
    if (!user) throw new AuthError('user_not_found');
    const now = context.realNow();
    const endedOthers = scope === 'local' ? 0 : await revokeUserSessions(tx, user.id, session.id, now);
    if (endedOthers > 0) await recordSecurityEvent(context, tx, { user, kind: 'other_sessions_ended', client });
    const isEnded = scope !== 'others' && (await revokeSession(tx, session.id, now));
    if (isEnded) await recordSecurityEvent(context, tx, { user, kind: 'signed_out', client });
  });
  return call.body(null, 204);
}
