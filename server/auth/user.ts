import type { Context as Call } from 'hono';

import type { Context } from '#server/context.ts';
import { listFactors } from '#server/db/factors.ts';
import { listIdentities } from '#server/db/identities.ts';
import { findUser } from '#server/db/users.ts';

import { AuthError } from './auth-error.ts';
import { currentSession } from './current-session.ts';
import { userAnswer } from './user-answer.ts';

/** GET user. */
export async function getUser(context: Context, call: Call): Promise<Response> {
  const session = await currentSession(context, call);
  const user = await findUser(context.db, session.userId);
  if (!user) throw new AuthError('session_not_found');
  const [identities, factors] = [
    await listIdentities(context.db, user.id),
    await listFactors(context.db, user.id),
  ];
  return call.json(userAnswer(user, identities, factors));
}
