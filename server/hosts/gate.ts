import type { Hono } from 'hono';

import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/away.ts';
import { nameAsked, type Incoming } from './host-name.ts';
import type { Site } from './site.ts';

type Doors = {
  /** At the shop itself. */
  shop: Hono;
  /** At a name of a seller's own. */
  domain: Hono;
  /** Under every other name, which is nobody's. */
  outside: Hono;
  /** Under a name of which the database would have to tell whose it is, while it is away. */
  unknown: Hono;
};

type Fetch = (request: Request, env?: object) => Response | Promise<Response>;

/** Judges every request by its Host, and by nothing else, before any door is asked. */
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
      // Whose it is will be known again; it is not said to be nobody's.
      if (isDatabaseAway(error)) return doors.unknown.fetch(request, known);
      log.error({ err: error }, 'whose a name is could not be found out');
      return doors.outside.fetch(request, known);
    }
    if (!site) return doors.outside.fetch(request, known);
    return (site.root ? doors.domain : doors.shop).fetch(request, { ...known, site });
  };
}
