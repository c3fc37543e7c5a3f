import type { Context, Hono, MiddlewareHandler } from 'hono';

const MAX_PATH = 2048;
/** A path without a route: unreadable paths get the same response as unknown ones. */
const NOWHERE = '/-';
const MOVED = { 'Cache-Control': 'public, max-age=3600' };
const ESCAPE = /%[0-9a-f]{2}/gi;

/** Whether a path is UTF-8 without control characters, as databases and logs require. */
function isReadable(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** The path with single slashes and no trailing slash. */
const tidied = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');

/** The lower-case path; null when it already is, or has an extension, because file names are case-sensitive. */
function loweredOf(path: string): string | null {
  const lowered = path.toLowerCase();
  const isSame = path.replace(ESCAPE, '') === lowered.replace(ESCAPE, '');
  return isSame || path.includes('.') ? null : lowered;
}

/**
 * Gives each document one canonical path: extra slashes and capital letters redirect to it permanently. Redirects contain
 * only a path with exactly one leading slash, so they never lead to another host.
 */
export function cleanAddress(documents: Hono): MiddlewareHandler {
  const ask = async (c: Context, path: string, method: 'GET' | 'HEAD') => {
    const request = new Request(new URL(path, c.req.url), { method, headers: c.req.raw.headers });
    return documents.fetch(request, c.env);
  };
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    if (pathname.length > MAX_PATH) return c.text('This address is too long.', 414);
    if (!isReadable(pathname)) return ask(c, NOWHERE, 'GET');
    const tidy = tidied(pathname);
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
      return tidy === pathname ? next() : ask(c, NOWHERE, 'GET');
    const lowered = loweredOf(tidy);
    const target = lowered && (await ask(c, lowered, 'HEAD')).status < 400 ? lowered : tidy;
    return target === pathname ? next() : c.body(null, 301, { ...MOVED, Location: target + search });
  };
}
