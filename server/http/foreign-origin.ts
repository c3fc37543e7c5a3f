import type { Context as Call } from 'hono';

/**
 * Whether a page of another site sends this, as its browser says. Nobody could do anything in our users' names that way,
 * as no cookie opens these doors; it is refused all the same. Our own are the site's origin and the name asked for.
 */
export function isForeignOrigin(call: Call, own: string): boolean {
  const origin = call.req.header('origin');
  if (origin === undefined || origin === own) return false;
  const sender = URL.parse(origin);
  return sender?.origin !== origin || sender.host !== new URL(call.req.url).host;
}
