import type { Context as Call } from 'hono';
import { z } from 'zod';

import type { Context } from '#server/context.ts';

import { wordOf } from './auth-body.ts';
import { refresh } from './refresh-session.ts';
import { signIn } from './sign-in.ts';

const GRANTS = { password: signIn, refresh_token: refresh };
const GrantType = z.enum(['password', 'refresh_token']);

/** POST token: by its grant_type. */
export const token = (context: Context, call: Call): Promise<Response> =>
  GRANTS[wordOf(call, 'grant_type', GrantType)](context, call);
