import type { Hono } from 'hono';

import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/away.ts';
import { nameAsked, type Incoming } from './host-name.ts';
import type { Site } from './site.ts';

type Doors = {
  /** Serves the main site. */
  shop: Hono;
  /** Serves a seller's domain. */
  domain: Hono;
  /** Serves every unknown host. */
  outside: Hono;
  /** Serves a host that is not in memory while the database is unavailable. */
  unknown: Hono;
};

type Fetch = (request: Request, env?: object) => Response | Promise<Response>;

/** Selects the router of a request by its Host header alone, before any route runs. */
export function gate({ sites, log, config }: Pick<Context, 'sites' | 'log' | 'config'>, doors: Doors): Fetch {
  const { trustedProxies } = config.operation;
  return async (request, env = {}) => {
    const { incoming } = env as Incoming;
    const name = nameAsked(request, incoming);
    const known = { ...env, trustedProxies };
    let site: Site | null;
    try {
      site = name === null ? null : await sites.find(name);
    } catch (error) {
      // The host may belong to a seller, so the answer is 503 and not an unknown host.
      if (isDatabaseAway(error)) return doors.unknown.fetch(request, known);
      log.error({ err: error }, 'whose a name is could not be found out');
      return doors.outside.fetch(request, known);
    }
    if (!site) return doors.outside.fetch(request, known);
    return (site.root ? doors.domain : doors.shop).fetch(request, { ...known, site });
  };
}
