import type { Hono } from 'hono';

import type { Context } from '#server/context.ts';
import { isDatabaseUnavailable } from '#server/db/away.ts';
import { requestedHost, type NodeEnv } from './host-name.ts';
import type { Site } from './site.ts';

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
      log.error({ err: error }, 'whose a name is could not be found out');
      return routers.unknownHost.fetch(request, requestEnv);
    }
    if (!site) return routers.unknownHost.fetch(request, requestEnv);
    return (site.tenantDomain ? routers.domain : routers.main).fetch(request, { ...requestEnv, site });
  };
}
