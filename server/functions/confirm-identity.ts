import { z } from 'zod';

import { REAUTH_MINUTES } from '#domain/account.ts';
import { AppError } from '#domain/errors.ts';

import { reauthenticationBuckets } from '#server/auth/auth-limits.ts';
import { confirmSession } from '#server/auth/confirm-session.ts';
import { consumeMailedCode, verifyUserPassword } from '#server/auth/show-who.ts';
import { findUser, lockUser } from '#server/db/users.ts';

import { defineRpcFunction } from './backend-function.ts';

export const confirmIdentity = defineRpcFunction({
  name: 'confirm-identity',
  title: 'Is it you?',
  access: 'writes',
  body: z.union([z.strictObject({ password: z.string().max(1024) }), z.strictObject({ code: z.string().max(64) })]),
  limits: ({ caller, address }) => reauthenticationBuckets(caller.userId, address),
  run: async (context, { caller, ...clientInfo }, input) => {
    const user = await findUser(context.db, caller.userId);
    if (!user) throw new AppError('unauthorized');
    if ('password' in input && !(await verifyUserPassword(context, user, input.password, clientInfo))) {
      throw new AppError('confirmation_failed');
    }
    const now = context.realNow();
    await context.db.transaction(async (tx) => {
      await lockUser(tx, user.id);
      if ('code' in input && !(await consumeMailedCode(context, tx, user, input.code))) {
        throw new AppError('confirmation_failed');
      }
      await confirmSession(context, tx, caller.sessionId, 'password' in input ? 'password' : 'otp');
    });
    return { confirmedUntil: new Date(now.getTime() + REAUTH_MINUTES * 60_000).toISOString() };
  },
});
