import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/core/context.ts';

import { limitSignUp } from './auth-rate-limits.ts';
import { checkCaptcha } from './captcha.ts';
import { getClientInfo } from './client-info.ts';
import { buildAccount, validateAccountInput, insertAccount } from './create-account.ts';
import { queueConfirmationMail } from './email-confirmation.ts';
import { readBody, PKCE_FIELDS, parseRedirectPath, Security } from './read-auth-body.ts';
import { createSessionResponse } from './session-response.ts';
import { createSession } from './sessions.ts';

const SignUpBody = z.object({
  email: z.string(),
  password: z.string(),
  data: z.object({}).nullish(),
  gotrue_meta_security: Security,
  ...PKCE_FIELDS,
});

/** POST signup: creates an account and its first session in one transaction. */
export async function signUp(context: Context, call: Call): Promise<Response> {
  const body = await readBody(call, SignUpBody);
  const next = parseRedirectPath(call, context.config.appUrl);
  const email = validateAccountInput(context, body);
  const client = getClientInfo(call);
  await limitSignUp(context, email, client.address);
  await checkCaptcha(context, body.gotrue_meta_security, client);
  const account = await buildAccount(context, body);
  const issued = await context.db.transaction(async (tx) => {
    await insertAccount(tx, account);
    await queueConfirmationMail(context, tx, account.user, next);
    return createSession(context, tx, account.user.id, { method: 'password', client, isNew: true });
  });
  context.wake('outbox');
  return createSessionResponse(context, call, issued);
}
