import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';

import { wordOf } from './auth-body.ts';
import { exchangeCode } from './identities/exchange-code.ts';
import { signInWithIdToken } from './identities/sign-in-with-id-token.ts';
import { signingIn } from './log-sign-in.ts';
import { refresh } from './refresh-session.ts';
import { signIn } from './sign-in.ts';

const GRANTS = {
  password: signingIn('password', signIn),
  refresh_token: refresh,
  pkce: signingIn('oauth', exchangeCode),
  id_token: signingIn('oauth', signInWithIdToken),
};
const GrantType = z.enum(['password', 'refresh_token', 'pkce', 'id_token']);

/** POST token: dispatches by grant_type. */
export const token = (context: Context, call: Call): Promise<Response> =>
  GRANTS[wordOf(call, 'grant_type', GrantType)](context, call);
