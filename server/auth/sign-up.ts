import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { accountFrom, checkedEmail, insertAccount } from './accounts.ts';
import { bodyOf, refuseForeignRedirect, Security } from './auth-body.ts';
import { limitSignUp } from './auth-limits.ts';
import { checkCaptcha } from './captcha.ts';
import { openSession } from './open-session.ts';
import { sessionAnswer } from './session-answer.ts';
import { visitorOf } from './visitor.ts';

const SignUp = z.strictObject({
  email: z.string(),
  password: z.string(),
  data: z.strictObject({}).nullish(),
  gotrue_meta_security: Security,
  code_challenge: z.string().max(128).nullish(),
  code_challenge_method: z.enum(['s256', 'plain']).nullish(),
});

/** POST signup: a new account and its first session, or nothing. */
export async function signUp(context: Context, call: Call): Promise<Response> {
  const wanted = await bodyOf(call, SignUp);
  refuseForeignRedirect(call, context.config.appUrl);
  const email = checkedEmail(context, wanted);
  await limitSignUp(context, email, clientAddress(call));
  await checkCaptcha(context, wanted.gotrue_meta_security, visitorOf(call));
  const account = await accountFrom(context, wanted);
  const opened = await context.db.transaction(async (tx) => {
    await insertAccount(tx, account);
    return openSession(context, tx, account.user.id, { method: 'password', from: visitorOf(call) });
  });
  return sessionAnswer(context, call, opened);
}
