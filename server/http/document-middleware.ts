import type { Context, Hono, MiddlewareHandler } from 'hono';

import { httpErrorMessages } from '#content/messages/http-errors.ts';

/** Documents with forms. */
const FORM_PATHS =
  /^\/((c|checkout|subscription)\/[^/]|report$|success$|g\/(emails\/)?[\w-]+$|purchases(\/open|\/subscriptions\/[^/.]+)?$)/;
/** Documents of a cookie session: they accept posts from our own pages only. */
const COOKIE_PATHS = /^\/purchases(\/|$)/;
/** Content type of our forms. Parsing anything else could fail. */
const FORM_CONTENT_TYPE = /^application\/x-www-form-urlencoded\b/i;
/** Mail providers post here when someone unsubscribes in their inbox, mostly as multipart (RFC 8058). The body is not read. */
export const UNSUBSCRIBE_PATH = /^\/g\/emails\//;

/** Restricts the HTTP methods of documents: reads, and form posts where a document has a form. */
export const restrictDocumentMethods =
  (appUrl: string): MiddlewareHandler =>
  async (c, next) => {
    const { method, path } = c.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const hasForm = FORM_PATHS.test(path);
    const Allow = hasForm ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS';
    if (method === 'OPTIONS') return c.body(null, 204, { Allow });
    if (method !== 'POST' || !hasForm) return c.text(httpErrorMessages.methodNotAllowed, 405, { Allow });
    if (!UNSUBSCRIBE_PATH.test(path) && !FORM_CONTENT_TYPE.test(c.req.header('content-type') ?? ''))
      return c.text(httpErrorMessages.sendForm, 415);
    if (COOKIE_PATHS.test(path) && c.req.header('origin') !== appUrl) return c.text(httpErrorMessages.foreignForm, 403);
    return next();
  };

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

/** Paths with a token, in which upper and lower case differ. */
const TOKEN_PATH = /^\/g\//;

/** The lower-case path; null when it already is, or has an extension or a token, because those are case-sensitive. */
function lowerCasePath(path: string): string | null {
  if (TOKEN_PATH.test(path)) return null;
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
    if (pathname.length > MAX_PATH_LENGTH) return c.text(httpErrorMessages.urlTooLong, 414);
    if (!isReadable(pathname)) return renderDocument(c, UNKNOWN_PATH, 'GET');
    const normalized = normalizeSlashes(pathname);
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
      return normalized === pathname ? next() : renderDocument(c, UNKNOWN_PATH, 'GET');
    const lowered = lowerCasePath(normalized);
    const target = lowered && (await renderDocument(c, lowered, 'HEAD')).status < 400 ? lowered : normalized;
    return target === pathname ? next() : c.body(null, 301, { ...REDIRECT_HEADERS, Location: target + search });
  };
}
