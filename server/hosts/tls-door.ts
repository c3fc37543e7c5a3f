import { Hono } from 'hono';

import type { Context } from '#server/context.ts';
import { nameOf } from './host-name.ts';

/** What proxies add to what they pass on. Whoever gives out certificates asks for itself. */
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * `GET /internal/tls-allowed?domain=`: whether a certificate may be got for a name. 200 for the shop's own and for every
 * proven one, whatever its seller's plan says; 404 for all others. What a proxy passes on from outside is not answered.
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
