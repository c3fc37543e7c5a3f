import type { Context as Call } from 'hono';

import type { Context } from '#server/core/context.ts';

/** A route under /auth/v1. */
export type AuthRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  handler: (context: Context, call: Call) => Promise<Response>;
};
