import type { Context } from '#server/context.ts';
import { lockUser } from '#server/db/users.ts';

import { createConfirmLink } from './confirm-link.ts';
import { createOneTimeToken } from './one-time-token.ts';

/** Creates a link to a page whose button signs the user in. It works once, within an hour. */
export function createSignInLink(context: Context, userId: string): Promise<string> {
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new Error('Nobody to sign in');
    const { token } = await createOneTimeToken(context, tx, { userId, email: user.email, type: 'email' });
    return createConfirmLink(context, { token, type: 'email', next: null });
  });
}
