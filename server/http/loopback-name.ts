import type { MiddlewareHandler } from 'hono';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Redirects GET requests under another loopback name to APP_URL, because sessions belong to one origin. */
export function redirectLoopbackName(appUrl: string): MiddlewareHandler {
  const canonical = new URL(appUrl);
  return async (c, next) => {
    const { hostname, port, pathname, search } = new URL(c.req.url);
    const isOtherName = LOOPBACK.has(canonical.hostname) && LOOPBACK.has(hostname) && hostname !== canonical.hostname;
    if (!isOtherName || port !== canonical.port || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) return next();
    return c.redirect(canonical.origin + pathname + search, 302);
  };
}
