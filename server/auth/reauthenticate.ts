import { randomUUID } from 'node:crypto';

import type { Context as Call } from 'hono';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { queueMail } from '#server/db/outbox.ts';
import { findUser, lockUser } from '#server/db/users.ts';

import { AuthError } from './auth-error.ts';
import { limitMails } from './auth-limits.ts';
import { requireFullSession } from './current-session.ts';
import { createOneTimeToken } from './one-time-token.ts';
import { getClientInfo } from './visitor.ts';

/** GET reauthenticate: mails a six-digit code with which the user reauthenticates. */
export async function sendReauthenticationCode(context: Context, call: Call): Promise<Response> {
  const session = await requireFullSession(context, call);
  const user = await findUser(context.db, session.userId);
  if (!user) throw new AuthError('session_not_found');
  await limitMails(context, 'reauthenticate', user.email, getClientInfo(call).address);
  await context.db.transaction((tx) => queueReauthenticationMail(context, tx, user.id));
  context.wake('outbox');
  return call.json({});
}

async function queueReauthenticationMail(context: Context, tx: Db, userId: string): Promise<void> {
  const user = await lockUser(tx, userId);
  if (!user) throw new AuthError('session_not_found');
  const { email } = user;
  const { code } = await createOneTimeToken(context, tx, { userId, email, type: 'reauthentication' });
  await queueMail(tx, {
    key: `confirmation_code:${randomUUID()}`,
    to: email,
    mail: { kind: 'confirmation_code', code },
    seal: context.secrets.seal,
    now: context.now(),
  });
}
