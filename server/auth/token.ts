import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';

import { parseQueryParam } from './auth-body.ts';
import { exchangeCode } from './identities/exchange-code.ts';
import { signInWithIdToken } from './identities/sign-in-with-id-token.ts';
import { withSignInLog } from './log-sign-in.ts';
import { refreshSession } from './refresh-session.ts';
import { signIn } from './sign-in.ts';

const GRANTS = {
  password: withSignInLog('password', signIn),
  refresh_token: refreshSession,
  pkce: withSignInLog('oauth', exchangeCode),
  id_token: withSignInLog('oauth', signInWithIdToken),
};
const GrantType = z.enum(['password', 'refresh_token', 'pkce', 'id_token']);

/** POST token: dispatches by grant_type. */
export const grantToken = (context: Context, call: Call): Promise<Response> =>
  GRANTS[parseQueryParam(call, 'grant_type', GrantType)](context, call);
