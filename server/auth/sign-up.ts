import type { Context as Call } from 'hono';
import { z } from 'zod';

import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { ASK_AGAIN_S } from '#server/disk/disk-room.ts';

import { accountFrom, checkedEmail, insertAccount } from './accounts.ts';
import { AuthError } from './auth-error.ts';
import { bodyOf, CHALLENGE, ownRedirect, Security } from './auth-body.ts';
import { limitSignUp } from './auth-limits.ts';
import { checkCaptcha } from './captcha.ts';
import { askToConfirmEmail } from './confirm-email.ts';
import { openSession } from './open-session.ts';
import { sessionAnswer } from './session-answer.ts';
import { visitorOf } from './visitor.ts';

const SignUp = z.object({
  email: z.string(),
  password: z.string(),
  data: z.object({}).nullish(),
  gotrue_meta_security: Security,
  ...CHALLENGE,
});

/** POST signup: creates an account and its first session in one transaction. */
export async function signUp(context: Context, call: Call): Promise<Response> {
  const wanted = await bodyOf(call, SignUp);
  const next = ownRedirect(call, context.config.appUrl);
  const email = checkedEmail(context, wanted);
  const from = visitorOf(call);
  checkRoom(context);
  await limitSignUp(context, email, from.address);
  await checkCaptcha(context, wanted.gotrue_meta_security, from);
  const account = await accountFrom(context, wanted);
  const opened = await context.db.transaction(async (tx) => {
    await insertAccount(tx, account);
    await askToConfirmEmail(context, tx, account.user, next);
    return openSession(context, tx, account.user.id, { method: 'password', from, isNew: true });
  });
  context.ring('outbox');
  return sessionAnswer(context, call, opened);
}

/** Refuses new accounts while the disk is full. Existing users can still sign in. */
function checkRoom({ room }: Context): void {
  if (!room.isFull()) return;
  const { message } = new ShopError('disk_full');
  throw new AuthError('unexpected_failure', { message, status: 503, retryAfterS: ASK_AGAIN_S });
}
