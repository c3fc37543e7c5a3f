import { createHash } from 'node:crypto';

import type { Context as Call } from 'hono';
import { z } from 'zod';

import { auditFailedSignIn } from '#server/audit/failed-sign-in.ts';
import type { Context } from '#server/context.ts';
import { insertSecurityEventOnce } from '#server/db/sign-in-events.ts';
import { findUserByEmail, type UserRow } from '#server/db/users.ts';
import { HOUR_MS } from '#server/http/rate-limits.ts';

import { bodyOf, Security } from './auth-body.ts';
import { AuthError } from './auth-error.ts';
import { limitSignInAnywhere, limitSignInFrom } from './auth-limits.ts';
import { checkCaptcha } from './captcha.ts';
import { emailFrom } from './email-address.ts';
import { isSeenPlace, seenLately } from './familiar.ts';
import { openSession } from './open-session.ts';
import { isPassword } from './passwords.ts';
import { sessionAnswer } from './session-answer.ts';
import { countFailure, forgetFailures, refuseTooEarly } from './sign-in-delay.ts';
import { visitorOf, type Visitor } from './visitor.ts';

const SignIn = z.object({
  email: z.string(),
  password: z.string(),
  gotrue_meta_security: Security,
});

/** User id for unknown addresses, so that they cause the same queries. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** POST token?grant_type=password. Known and unknown addresses get the same response after the same work. */
export async function signIn(context: Context, call: Call): Promise<Response> {
  const given = await bodyOf(call, SignIn);
  const from = visitorOf(call);
  const tried = { email: given.email.trim().toLowerCase(), address: from.address };
  await refuseTooEarly(context, tried);
  await limitSignInFrom(context, from.address, tried.email);
  const user = await findEntering(context, given.email);
  const seen = await seenLately(context, context.db, user?.id ?? NOBODY);
  if (!isSeenPlace(seen, from)) await limitSignInAnywhere(context, tried.email);
  await checkCaptcha(context, given.gotrue_meta_security, from);
  const matches = await isPassword(
    given.password,
    user?.passwordHash ?? null,
    context.config.passwordHashing,
  );
  if (!user || !matches) {
    await countFailure(context, tried);
    await noteFailure(context, user?.id ?? NOBODY, from);
    await auditFailedSignIn(context, user?.id ?? null, from.address);
    throw new AuthError('invalid_credentials');
  }
  const opened = await context.db.transaction(async (tx) => {
    await forgetFailures(context, tx, tried);
    return openSession(context, tx, user.id, { method: 'password', from });
  });
  return sessionAnswer(context, call, opened);
}

/** Finds the user of an address, unless the account is deleted. */
async function findEntering(context: Context, email: string): Promise<UserRow | null> {
  const user = await findUserByEmail(context.db, emailFrom(email) ?? '');
  return user?.deletedAt ? null : user;
}

/** Records at most one failure per hour, so that a guessing attack adds one line to the user's list of events. */
async function noteFailure(context: Context, userId: string, from: Visitor): Promise<void> {
  const at = context.realNow();
  const hour = Math.floor(at.getTime() / HOUR_MS);
  const kind = 'sign_in_failed';
  const id = createHash('sha256').update(`${kind} ${userId} ${hour}`).digest('hex').slice(0, 32);
  await insertSecurityEventOnce(context.db, { id, userId, kind, at, ...from, facts: { detail: '' } });
}
