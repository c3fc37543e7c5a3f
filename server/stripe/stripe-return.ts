import { Hono } from 'hono';

import type { Context } from '#server/context.ts';

import { STRIPE_RETURN_PATH } from './connect-existing.ts';

/** Parameters of Stripe's redirect and their names in the builder's URL. */
const PARAMETER_NAMES = [
  ['state', 'stripe_state'],
  ['code', 'stripe_code'],
  ['error', 'stripe_error'],
] as const;

/**
 * Redirect URI of OAuth. Passes the response to the builder, where the seller is signed in, with renamed parameters: the
 * auth client would consume `code` and `error`.
 */
export function stripeReturnRoute({ config }: Context): Hono {
  const routes = new Hono();
  routes.get(STRIPE_RETURN_PATH, (c) => {
    const target = new URL('/builder', config.appUrl);
    for (const [stripeName, builderName] of PARAMETER_NAMES) {
      const value = c.req.query(stripeName);
      if (value) target.searchParams.set(builderName, value);
    }
    return c.body(null, 303, { Location: target.href, 'Cache-Control': 'no-store' });
  });
  return routes;
}
