import { sql } from 'drizzle-orm';
import { Hono } from 'hono';

import { httpErrorMessages } from '#content/messages/http-errors.ts';
import type { Context } from '#server/core/context.ts';
import { hasBearerToken } from '#server/core/secrets.ts';

import { isLocalRequest } from './request-origin.ts';

/**
 * `/metrics` in the Prometheus format, for requests from this machine or with METRICS_TOKEN. Answers 404 to all others.
 */
export function metricsRoutes({ config, metrics }: Context): Hono {
  const routes = new Hono();
  const { metricsToken } = config.operations;
  routes.get('/metrics', async (c) => {
    c.header('Cache-Control', 'no-store');
    if (!isLocalRequest(c) && !(metricsToken !== null && hasBearerToken(c.req.header('authorization'), metricsToken)))
      return c.text(httpErrorMessages.notFound, 404);
    const { registry } = metrics;
    return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });
  return routes;
}

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
      return c.text('the database is unavailable', 503);
    }
  });
  return routes;
}
