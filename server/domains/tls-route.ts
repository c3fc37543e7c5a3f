import { Hono } from 'hono';

import type { Context } from '#server/core/context.ts';

import { parseHostName } from '../core/host-name.ts';

/** Headers that proxies add to forwarded requests. The TLS proxy itself asks without them. */
const FORWARDING_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * `GET /internal/tls-allowed?domain=`: returns 200 for the app's own host and every verified domain, whatever the seller's
 * plan, and 404 for others. Requests forwarded by a proxy always get 404.
 */
export function tlsRoute({ sites }: Pick<Context, 'sites'>): Hono {
  const route = new Hono();
  route.get('/internal/tls-allowed', async (c) => {
    c.header('Cache-Control', 'no-store');
    const isForwarded = FORWARDING_HEADERS.some((name) => c.req.header(name) !== undefined);
    const name = isForwarded ? null : parseHostName(c.req.query('domain') ?? '');
    return c.body(null, name !== null && (await sites.find(name)) ? 200 : 404);
  });
  return route;
}
