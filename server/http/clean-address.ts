import type { Context, Hono, MiddlewareHandler } from 'hono';

const MAX_PATH_LENGTH = 2048;
/** A path without a route: unreadable paths get the same response as unknown ones. */
const UNKNOWN_PATH = '/-';
const REDIRECT_HEADERS = { 'Cache-Control': 'public, max-age=3600' };
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
const normalizeSlashes = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');

/** The lower-case path; null when it already is, or has an extension, because file names are case-sensitive. */
function lowerCasePath(path: string): string | null {
  const lowered = path.toLowerCase();
  const isLowerCase = path.replace(ESCAPE, '') === lowered.replace(ESCAPE, '');
  return isLowerCase || path.includes('.') ? null : lowered;
}

/**
 * Gives each document one canonical path: extra slashes and capital letters redirect to it permanently. Redirects contain
 * only a path with exactly one leading slash, so they never lead to another host.
 */
export function canonicalPath(documents: Hono): MiddlewareHandler {
  const renderDocument = async (c: Context, path: string, method: 'GET' | 'HEAD') => {
    const request = new Request(new URL(path, c.req.url), { method, headers: c.req.raw.headers });
    return documents.fetch(request, c.env);
  };
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    if (pathname.length > MAX_PATH_LENGTH) return c.text('This address is too long.', 414);
    if (!isReadable(pathname)) return renderDocument(c, UNKNOWN_PATH, 'GET');
    const normalized = normalizeSlashes(pathname);
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
      return normalized === pathname ? next() : renderDocument(c, UNKNOWN_PATH, 'GET');
    const lowered = lowerCasePath(normalized);
    const target = lowered && (await renderDocument(c, lowered, 'HEAD')).status < 400 ? lowered : normalized;
    return target === pathname ? next() : c.body(null, 301, { ...REDIRECT_HEADERS, Location: target + search });
  };
}
