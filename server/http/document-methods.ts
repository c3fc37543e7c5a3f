import type { MiddlewareHandler } from 'hono';

/** Documents with forms. */
const FORM_PATHS = /^\/((c|checkout|subscription)\/[^/]|report$|purchases(\/open|\/subscriptions\/[^/.]+)?$)/;
/** Documents of a cookie session: they accept posts from our own pages only. */
const COOKIE_PATHS = /^\/purchases(\/|$)/;
/** Content type of our forms. Parsing anything else could fail. */
const FORM_CONTENT_TYPE = /^application\/x-www-form-urlencoded\b/i;

/** Restricts the HTTP methods of documents: reads, and form posts where a document has a form. */
export const restrictDocumentMethods =
  (appUrl: string): MiddlewareHandler =>
  async (c, next) => {
    const { method, path } = c.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const hasForm = FORM_PATHS.test(path);
    const Allow = hasForm ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS';
    if (method === 'OPTIONS') return c.body(null, 204, { Allow });
    if (method !== 'POST' || !hasForm) return c.text('This address does not take that method.', 405, { Allow });
    if (!FORM_CONTENT_TYPE.test(c.req.header('content-type') ?? '')) return c.text('Send a form.', 415);
    if (COOKIE_PATHS.test(path) && c.req.header('origin') !== appUrl)
      return c.text('This form came from another site.', 403);
    return next();
  };
