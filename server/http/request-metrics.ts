import type { Context as Call, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';

import type { Metrics } from '../core/metrics.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const SELLER_PAGE = /^\/c\/[^/]+$/;
const ROUTE_NAME_KEY = 'routeName';

/** Sets the route name of a request, where a route with many paths knows a better one than its pattern. */
export const setRouteName = (call: Call, name: string): void => call.set(ROUTE_NAME_KEY, name);

/** Counts and times every request after its response. */
export const countRequests =
  (metrics: Metrics): MiddlewareHandler =>
  async (c, next) => {
    const started = performance.now();
    await next();
    const route = routeOf(c);
    const method = METHODS.has(c.req.method) ? c.req.method : 'other';
    metrics.count('http_requests', { route, method, status: `${Math.floor(c.res.status / 100)}xx` });
    metrics.observeDuration('http_request', { route }, (performance.now() - started) / 1000);
  };

/** The registered pattern, never the requested path. */
function routeOf(c: Call): string {
  const routeName: unknown = c.get(ROUTE_NAME_KEY);
  if (typeof routeName === 'string') return routeName;
  const path = routePath(c);
  if (path !== '/*' && path !== '*') return path;
  return SELLER_PAGE.test(c.req.path) ? '/c/:slug' : 'documents';
}
