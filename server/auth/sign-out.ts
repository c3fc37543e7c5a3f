import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';
import { updateSessionRevoked, updateSessionsRevoked } from '#server/db/sessions.ts';

import { refuseBody, wordOf } from './auth-body.ts';
import { currentSession } from './current-session.ts';

const Scope = z.enum(['global', 'local', 'others']).default('global');

/** POST logout: ends this session, the user's other ones, or all. */
export async function signOut(context: Context, call: Call): Promise<Response> {
  const scope = wordOf(call, 'scope', Scope);
  await refuseBody(call);
  const session = await currentSession(context, call);
  const now = context.realNow();
  if (scope === 'local') await updateSessionRevoked(context.db, session.id, now);
  else await updateSessionsRevoked(context.db, session.userId, scope === 'others' ? session.id : null, now);
  return call.body(null, 204);
}
