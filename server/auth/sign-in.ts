import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';
import { findUserByEmail } from '#server/db/users.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { bodyOf, Security } from './auth-body.ts';
import { AuthError } from './auth-error.ts';
import { limitSignIn } from './auth-limits.ts';
import { checkCaptcha } from './captcha.ts';
import { emailFrom } from './email-address.ts';
import { openSession } from './open-session.ts';
import { isPassword } from './passwords.ts';
import { sessionAnswer } from './session-answer.ts';
import { visitorOf } from './visitor.ts';

const SignIn = z.strictObject({
  email: z.string(),
  password: z.string(),
  gotrue_meta_security: Security,
});

/** POST token?grant_type=password. The same answer after the same work, whether the address is known or not. */
export async function signIn(context: Context, call: Call): Promise<Response> {
  const given = await bodyOf(call, SignIn);
  await limitSignIn(context, given.email.trim().toLowerCase(), clientAddress(call));
  await checkCaptcha(context, given.gotrue_meta_security, visitorOf(call));
  const user = await findUserByEmail(context.db, emailFrom(given.email) ?? '');
  const matches = await isPassword(given.password, user?.passwordHash ?? null);
  if (!user || !matches) throw new AuthError('invalid_credentials');
  const opened = await context.db.transaction((tx) =>
    openSession(context, tx, user.id, { method: 'password', from: visitorOf(call) }),
  );
  return sessionAnswer(context, call, opened);
}
