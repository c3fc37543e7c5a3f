import type { Context as Call } from 'hono';

/**
 * Whether the Origin header names another site. Such a request could not act for a user, because these routes accept no
 * cookie; it is refused anyway. Allowed are the site's own origin and the requested host.
 */
export function isForeignOrigin(call: Call, ownOrigin: string): boolean {
  const origin = call.req.header('origin');
  if (origin === undefined || origin === ownOrigin) return false;
  const sender = URL.parse(origin);
  return sender?.origin !== origin || sender.host !== new URL(call.req.url).host;
}
