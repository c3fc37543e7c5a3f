import type { Context as Call } from 'hono';

import type { Context } from '#server/context.ts';
import { listFactors } from '#server/db/factors.ts';
import { listIdentities } from '#server/db/identities.ts';
import { findUser, type UserRow } from '#server/db/users.ts';

import { AuthError } from './auth-error.ts';
import { currentSession } from './current-session.ts';
import { userAnswer } from './user-answer.ts';

/** GET user. */
export async function getUser(context: Context, call: Call): Promise<Response> {
  const session = await currentSession(context, call);
  const user = await findUser(context.db, session.userId);
  if (!user) throw new AuthError('session_not_found');
  return call.json(await userJson(context, user));
}

/** Loads identities and factors and returns GoTrue's user object. */
export async function userJson({ db }: Pick<Context, 'db'>, user: UserRow) {
  const [identities, factors] = [await listIdentities(db, user.id), await listFactors(db, user.id)];
  return userAnswer(user, identities, factors);
}
