import { sql } from 'drizzle-orm';
import { Hono } from 'hono';

import type { Context } from '#server/context.ts';

/** `/healthz`: the process responds. `/readyz`: it also has a database connection and is not shutting down. */
export function healthRoutes(context: Context, isClosing: () => boolean): Hono {
  const routes = new Hono();
  routes.get('/healthz', (c) => c.text('ok', 200, { 'Cache-Control': 'no-store' }));
  routes.get('/readyz', async (c) => {
    c.header('Cache-Control', 'no-store');
    if (isClosing()) return c.text('closing', 503);
    try {
      await context.db.execute(sql`select 1`);
      return c.text('ok');
    } catch {
      return c.text('the database does not answer', 503);
    }
  });
  return routes;
}
