import type { Context as Call } from 'hono';

import type { Context } from '#server/context.ts';
import { listFactors } from '#server/db/factors.ts';
import { listIdentities } from '#server/db/identities.ts';
import { findUser, type UserRow } from '#server/db/users.ts';

import { AuthError } from './auth-error.ts';
import { requireSession } from './current-session.ts';
import { toUserPayload } from './user-answer.ts';

/** GET user. */
export async function getUser(context: Context, call: Call): Promise<Response> {
  const session = await requireSession(context, call);
  const user = await findUser(context.db, session.userId);
  if (!user) throw new AuthError('session_not_found');
  return call.json(await loadUserPayload(context, user));
}

/** Loads identities and factors and returns GoTrue's user object. */
export async function loadUserPayload({ db }: Pick<Context, 'db'>, user: UserRow) {
  const [identities, factors] = [await listIdentities(db, user.id), await listFactors(db, user.id)];
  return toUserPayload(user, identities, factors);
}
