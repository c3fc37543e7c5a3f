import { z } from 'zod';

import { CONFIRMED_MINUTES } from '#domain/account.ts';
import { ShopError } from '#domain/errors.ts';

import { showingBuckets } from '#server/auth/auth-limits.ts';
import { confirmSession } from '#server/auth/confirm-session.ts';
import { isMailedCode, isPasswordOf } from '#server/auth/show-who.ts';
import { findUser, lockUser } from '#server/db/users.ts';

import { backendFunction } from './backend-function.ts';

export const confirmIdentity = backendFunction({
  name: 'confirm-identity',
  title: 'Is it you?',
  access: 'writes',
  body: z.union([
    z.strictObject({ password: z.string().max(1024) }),
    z.strictObject({ code: z.string().max(64) }),
  ]),
  limits: ({ caller, address }) => showingBuckets(caller.userId, address),
  run: async (context, { caller, ...from }, given) => {
    const user = await findUser(context.db, caller.userId);
    if (!user) throw new ShopError('unauthorized');
    if ('password' in given && !(await isPasswordOf(context, user, given.password, from))) {
      throw new ShopError('confirmation_failed');
    }
    const now = context.realNow();
    await context.db.transaction(async (tx) => {
      await lockUser(tx, user.id);
      if ('code' in given && !(await isMailedCode(context, tx, user, given.code))) {
        throw new ShopError('confirmation_failed');
      }
      await confirmSession(context, tx, caller.sessionId, 'password' in given ? 'password' : 'otp');
    });
    return { confirmedUntil: new Date(now.getTime() + CONFIRMED_MINUTES * 60_000).toISOString() };
  },
});
