import { Hono } from 'hono';

import type { Context } from '#server/context.ts';

import { STRIPE_RETURN_PATH } from './connect-existing.ts';

/** The parameters of Stripe's redirect, and what they are called in the builder's address. */
const RENAMED = [
  ['state', 'stripe_state'],
  ['code', 'stripe_code'],
  ['error', 'stripe_error'],
] as const;

/**
 * The redirect URI of OAuth. It passes the response on to the builder, where the seller is signed in, under other names:
 * the auth client takes `code` and `error` in any address for its own.
 */
export function stripeReturnRoute({ config }: Context): Hono {
  const routes = new Hono();
  routes.get(STRIPE_RETURN_PATH, (c) => {
    const target = new URL('/builder', config.appUrl);
    for (const [theirs, ours] of RENAMED) {
      const value = c.req.query(theirs);
      if (value) target.searchParams.set(ours, value);
    }
    return c.body(null, 303, { Location: target.href, 'Cache-Control': 'no-store' });
  });
  return routes;
}
