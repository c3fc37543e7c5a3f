import type { Hono } from 'hono';

import type { Context } from '#server/context.ts';
import { successUrl } from '#server/checkout/session-params.ts';
import { findAttempt } from '#server/db/attempts.ts';
import { UUID } from '#server/pages/paid-order.ts';
import { requestedHost, type NodeEnv } from './host-name.ts';

/**
 * Answers requests for unknown or former domains without repeating anything from the request. A buyer who returns to a
 * domain that was removed during payment is redirected to the main site.
 */
export function mountUnknownHost(routes: Hono, { db, mode, sites }: Pick<Context, 'db' | 'mode' | 'sites'>): void {
  routes.get('/success', async (c, next) => {
    const token = c.req.query('t') ?? '';
    const attempt = UUID.test(token) ? await findAttempt(db, mode, token) : null;
    const { incoming } = c.env as NodeEnv;
    if (!attempt?.host || attempt.host !== requestedHost(c.req.raw, incoming)) return next();
    c.header('Cache-Control', 'no-store');
    return c.redirect(successUrl(sites.mainSite.origin, attempt), 302);
  });
  routes.all('*', (c) => c.text('Nothing answers under this name here.', 421, { 'Cache-Control': 'no-store' }));
}
