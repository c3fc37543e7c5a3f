import { createHash, timingSafeEqual } from 'node:crypto';

import { sql } from 'drizzle-orm';
import { Hono, type Context as Call } from 'hono';

import type { Context } from '#server/core/context.ts';

import { isLocalRequest } from './request-origin.ts';

/**
 * `/metrics` in the Prometheus format, for requests from this machine or with METRICS_TOKEN. Answers 404 to all others.
 */
export function metricsRoutes({ config, metrics }: Context): Hono {
  const routes = new Hono();
  const { metricsToken } = config.operations;
  routes.get('/metrics', async (c) => {
    c.header('Cache-Control', 'no-store');
    if (!isLocalRequest(c) && !(metricsToken !== null && isEqualConstantTime(tokenOf(c), metricsToken)))
      return c.text('Nothing is here.', 404);
    const { registry } = metrics;
    return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });
  return routes;
}

const tokenOf = (c: Call): string => /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';

/** Compares texts of any length in constant time. */
const isEqualConstantTime = (left: string, right: string): boolean =>
  timingSafeEqual(createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest());

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
