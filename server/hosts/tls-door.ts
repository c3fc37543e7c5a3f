import { Hono } from 'hono';

import type { Context } from '#server/context.ts';
import { nameOf } from './host-name.ts';

/** Headers that proxies add to forwarded requests. The TLS proxy itself asks without them. */
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * `GET /internal/tls-allowed?domain=`: returns 200 for the app's own host and every verified domain, whatever the seller's
 * plan, and 404 for others. Requests forwarded by a proxy always get 404.
 */
export function tlsDoor({ sites }: Pick<Context, 'sites'>): Hono {
  const door = new Hono();
  door.get('/internal/tls-allowed', async (c) => {
    c.header('Cache-Control', 'no-store');
    const isPassedOn = PASSED_ON.some((name) => c.req.header(name) !== undefined);
    const name = isPassedOn ? null : nameOf(c.req.query('domain') ?? '');
    return c.body(null, name !== null && (await sites.find(name)) ? 200 : 404);
  });
  return door;
}
