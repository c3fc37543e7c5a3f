import { Hono } from 'hono';

import type { Context } from '#server/core/context.ts';

/** Returns the business clock in milliseconds: countdowns use it, because the clock of the browser may be wrong. */
export function clockRoute(context: Context): Hono {
  const routes = new Hono();
  routes.get('/c/:slug/now', (c) => c.text(String(context.now().getTime()), 200, { 'Cache-Control': 'no-store' }));
  return routes;
}
