import type { Hono } from 'hono';

import { httpErrorMessages } from '#content/messages/http-errors.ts';
import { isUuid } from '#domain/text.ts';
import { successUrl } from '#server/checkout/session-params.ts';
import type { Context } from '#server/core/context.ts';
import { isDatabaseUnavailable } from '#server/db/database-errors.ts';
import { findAttempt } from '#server/ledger/queries/checkout-attempts.ts';

import { requestedHost, type NodeEnv } from '../core/host-name.ts';
import type { Site } from '../core/site.ts';

/**
 * Answers requests for unknown or former domains without repeating anything from the request. A buyer who returns to a
 * domain that was removed during payment is redirected to the main site.
 */
export function mountUnknownHost(routes: Hono, { db, mode, sites }: Pick<Context, 'db' | 'mode' | 'sites'>): void {
  routes.get('/success', async (c, next) => {
    const token = c.req.query('t') ?? '';
    const attempt = isUuid(token) ? await findAttempt(db, mode, token) : null;
    const { incoming } = c.env as NodeEnv;
    if (!attempt?.host || attempt.host !== requestedHost(c.req.raw, incoming)) return next();
    c.header('Cache-Control', 'no-store');
    return c.redirect(successUrl(sites.mainSite.origin, attempt), 302);
  });
  routes.all('*', (c) => c.text(httpErrorMessages.unknownHost, 421, { 'Cache-Control': 'no-store' }));
}

type HostRouters = {
  /** Serves the main site. */
  main: Hono;
  /** Serves a seller's domain. */
  domain: Hono;
  /** Serves every unknown host. */
  unknownHost: Hono;
  /** Serves a host that is not in memory while the database is unavailable. */
  unavailable: Hono;
};

type FetchHandler = (request: Request, env?: object) => Response | Promise<Response>;

/** Selects the router of a request by its Host header alone, before any route runs. */
export function createHostRouter(
  { sites, log, config }: Pick<Context, 'sites' | 'log' | 'config'>,
  routers: HostRouters,
): FetchHandler {
  const { trustedProxies } = config.operations;
  return async (request, env = {}) => {
    const { incoming } = env as NodeEnv;
    const name = requestedHost(request, incoming);
    const requestEnv = { ...env, trustedProxies };
    let site: Site | null;
    try {
      site = name === null ? null : await sites.find(name);
    } catch (error) {
      // The host may belong to a seller, so the answer is 503 and not an unknown host.
      if (isDatabaseUnavailable(error)) return routers.unavailable.fetch(request, requestEnv);
      log.error({ err: error }, 'host_lookup_failed');
      return routers.unknownHost.fetch(request, requestEnv);
    }
    if (!site) return routers.unknownHost.fetch(request, requestEnv);
    return (site.tenantDomain ? routers.domain : routers.main).fetch(request, { ...requestEnv, site });
  };
}
