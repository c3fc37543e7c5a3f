import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';
import { updateOneTimeTokenUsed } from '#server/db/one-time-tokens.ts';
import { clientAddress } from '#server/http/rate-limits.ts';

import { bodyOf, refuseForeignRedirect, Security } from './auth-body.ts';
import { AuthError } from './auth-error.ts';
import { limitVerify } from './auth-limits.ts';
import { openSession } from './open-session.ts';
import { sessionAnswer } from './session-answer.ts';
import { SIGN_IN_LINK } from './sign-in-link.ts';
import { visitorOf } from './visitor.ts';

const Verify = z.strictObject({
  type: z.literal(SIGN_IN_LINK),
  token_hash: z.string().min(1).max(512),
  options: z.strictObject({ redirectTo: z.string().nullish(), captchaToken: z.string().nullish() }).nullish(),
  gotrue_meta_security: Security,
});

/** POST verify: the link's token for a session. It is used up only together with the session that it opens. */
export async function verify(context: Context, call: Call): Promise<Response> {
  const { token_hash: token, type } = await bodyOf(call, Verify);
  refuseForeignRedirect(call, context.config.appUrl);
  await limitVerify(context, clientAddress(call));
  const tokenHash = context.secrets.hash(token);
  const opened = await context.db.transaction(async (tx) => {
    const userId = await updateOneTimeTokenUsed(tx, { tokenHash, type }, context.realNow());
    if (!userId) throw new AuthError('otp_expired');
    return openSession(context, tx, userId, { method: 'otp', from: visitorOf(call) });
  });
  return sessionAnswer(context, call, opened);
}
