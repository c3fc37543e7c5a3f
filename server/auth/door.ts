import type { Context as Call } from 'hono';

import type { Context } from '#server/context.ts';

/** A route under /auth/v1. */
export type Door = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  open: (context: Context, call: Call) => Promise<Response>;
};
